import type { Message, ModelRequest } from "@roo-code/types";
import { GrowingBytes, SentConversations, toWireJson } from "./request-body.ts";

/** How a format encodes a request, which ends with the list of messages. */
export interface ConversationShape {
  /** Everything before the messages, up to and including the bracket of their list. */
  begin(request: ModelRequest): string;
  /** The first item of the list, if the system prompt is an item. */
  readonly systemItem?: (request: ModelRequest) => object | undefined;
  toItems(message: Message): readonly object[];
  /** The item with a cache breakpoint; undefined if it cannot have one. */
  readonly mark?: ((item: object) => object | undefined) | undefined;
}

/** The encoded part of one conversation. */
interface Encoded {
  readonly bytes: GrowingBytes;
  /** The last items, from the first one that may lose its breakpoint when the conversation grows. */
  readonly tail: TailItem[];
  hasItems: boolean;
}

interface TailItem {
  readonly plain: string;
  readonly marked: string | undefined;
}

/** Breakpoints at the end of a conversation: the newest item, and the end of the previous request. */
const maxMarks = 2;
const end = "]}";
const endBytes = Buffer.from(end);

/**
 * Encodes requests so that each begins with the bytes of the previous one, up to the end of its messages: vendors cache
 * by prefix.
 */
export class ConversationEncoder {
  readonly #shape: ConversationShape;
  readonly #conversations = new SentConversations<Encoded>({
    begin: (request) => this.#begin(request),
    add: (encoded, message) => this.#addMessage(encoded, message),
  });

  constructor(shape: ConversationShape) {
    this.#shape = shape;
  }

  /** The pieces of the body. A history that only grows is neither encoded nor copied again. */
  encode(request: ModelRequest): readonly Buffer[] {
    const { bytes, tail } = this.#conversations.write(request);
    if (tail.length === 0) return [bytes.view(), endBytes];
    return [bytes.view(), Buffer.from(tail.map(({ plain, marked }) => marked ?? plain).join("") + end)];
  }

  #begin(request: ModelRequest): Encoded {
    const bytes = new GrowingBytes();
    bytes.append(this.#shape.begin(request));
    const system = this.#shape.systemItem?.(request);
    if (system) bytes.append(toWireJson(this.#shape.mark?.(system) ?? system));
    return { bytes, tail: [], hasItems: system !== undefined };
  }

  #addMessage(encoded: Encoded, message: Message): void {
    for (const item of this.#shape.toItems(message)) this.#addItem(encoded, item);
  }

  #addItem(encoded: Encoded, item: object): void {
    const { bytes, tail } = encoded;
    const comma = encoded.hasItems ? "," : "";
    const plain = comma + toWireJson(item);
    encoded.hasItems = true;
    if (!this.#shape.mark) {
      bytes.append(plain);
      return;
    }
    const marked = this.#shape.mark(item);
    tail.push({ plain, marked: marked && comma + toWireJson(marked) });
    while (tail.length > 0 && (!tail[0]?.marked || markCount(tail) > maxMarks)) {
      bytes.append(tail.shift()?.plain ?? "");
    }
  }
}

function markCount(tail: readonly TailItem[]): number {
  return tail.filter(({ marked }) => marked !== undefined).length;
}
