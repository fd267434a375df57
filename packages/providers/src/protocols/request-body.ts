import type { Message, ModelRequest } from "@roo-code/types";

interface Sent<Written> {
  readonly written: Written;
  readonly head: readonly unknown[];
  count: number;
  last: Message | undefined;
}

interface Writing<Written> {
  /** Writes everything before the messages. */
  readonly begin: (request: ModelRequest) => Written;
  readonly add: (written: Written, message: Message) => void;
}

/**
 * The written part of each conversation. While one only grows, each message is written once and never read again, so it
 * must not be changed afterwards.
 */
export class SentConversations<Written> {
  readonly #writing: Writing<Written>;
  readonly #known = new WeakMap<readonly Message[], Sent<Written>>();

  constructor(writing: Writing<Written>) {
    this.#writing = writing;
  }

  /** The conversation with all messages of the request. */
  write(request: ModelRequest): Written {
    const known = this.#known.get(request.messages);
    const sent = known && continues(known, request) ? known : this.#begin(request);
    for (const message of request.messages.slice(sent.count)) {
      this.#writing.add(sent.written, message);
      sent.count += 1;
      sent.last = message;
    }
    return sent.written;
  }

  #begin(request: ModelRequest): Sent<Written> {
    const sent = { written: this.#writing.begin(request), head: headOf(request), count: 0, last: undefined };
    this.#known.set(request.messages, sent);
    return sent;
  }
}

function continues({ head, count, last }: Sent<unknown>, request: ModelRequest): boolean {
  const isSameHead = headOf(request).every((part, index) => part === head[index]);
  return isSameHead && count <= request.messages.length && request.messages[count - 1] === last;
}

/** The parts that encoders write before the messages. */
function headOf({ systemPrompt, tools, output, metadata }: ModelRequest): readonly unknown[] {
  return [systemPrompt, tools, output, metadata.taskId];
}

const firstCapacity = 32 * 1024;

/** Append-only bytes. Views that were returned earlier do not change. */
export class GrowingBytes {
  #bytes = Buffer.allocUnsafe(firstCapacity);
  #length = 0;

  append(text: string): void {
    const added = Buffer.byteLength(text);
    if (this.#length + added > this.#bytes.length) this.#grow(this.#length + added);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Everything so far, without a copy. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** By half: each byte is copied a few times in total, and little memory is reserved. */
  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.#bytes.length * 1.5)));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Replaces lone surrogates (from truncated text): servers reject the request, and then every later one. */
export function toWireJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? item.toWellFormed() : item));
}
