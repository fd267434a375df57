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
