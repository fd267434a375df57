import type { Message, ModelRequest } from "@roo-code/types";
import { GrowingBytes, SentConversations, toWireJson } from "./request-body.ts";

/** How one format writes a request, which ends with the list of its messages. */
export interface ConversationShape {
  /** Everything before the messages, up to and including the bracket of their list. */
  begin(request: ModelRequest): string;
  /** The first item of the list, where the system prompt is one. */
  readonly systemItem?: (request: ModelRequest) => object | undefined;
  toItems(message: Message): readonly object[];
  /** The item with a mark for the vendor's cache; undefined for one that carries none. */
  readonly mark?: ((item: object) => object | undefined) | undefined;
}

/** What of one conversation has been encoded. */
interface Encoded {
  readonly bytes: GrowingBytes;
  /** Items that may lose their mark when the conversation goes on, and what comes between them. */
  readonly tail: TailItem[];
  hasItems: boolean;
}

interface TailItem {
  readonly plain: string;
  readonly marked: string | undefined;
}

/** Marked items at the end of a conversation: the newest, and where the request before it ended. */
const maxMarks = 2;
const end = "]}";
const endBytes = Buffer.from(end);

/**
 * Encodes requests so that each begins with the bytes of the one before it, up to the end of its messages: vendors
 * cache by prefix.
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

  /** The pieces of the body. Long histories are neither encoded nor copied again as long as they only grow. */
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
