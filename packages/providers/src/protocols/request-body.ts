import type { Message, ModelRequest } from "@roo-code/types";

interface Sent<Written> {
  readonly written: Written;
  readonly head: readonly unknown[];
  count: number;
  last: Message | undefined;
}

interface Writing<Written> {
  /** Writes all that comes before the messages. */
  readonly begin: (request: ModelRequest) => Written;
  readonly add: (written: Written, message: Message) => void;
}

/**
 * What was written of each conversation. As long as one only grows, a message is written once and never looked at
 * again, so it must not be changed afterwards.
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

/** Everything that encoders write before the messages. */
function headOf({ systemPrompt, tools, output, metadata }: ModelRequest): readonly unknown[] {
  return [systemPrompt, tools, output, metadata.taskId];
}

const firstCapacity = 32 * 1024;

/** Bytes that only ever grow at their end. What was handed out stays as it was. */
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

  /** By half: each byte is moved a few times in all, and little is kept in reserve. */
  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.#bytes.length * 1.5)));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Half a surrogate pair (text cut by length) is no Unicode: servers refuse the request, and then every later one. */
export function toWireJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? item.toWellFormed() : item));
}
