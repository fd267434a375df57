import { type ModelRequest, toolCalls } from "@roo-code/types";

const longestId = 64;

/**
 * Names the calls of one reply: only characters every vendor takes back, unique within the task (answers to
 * questions and approvals find their call by it), and the same again when the same reply comes again.
 */
export class CallIds {
  readonly #request: ModelRequest;
  #taken: Set<string> | undefined;
  #claimed = 0;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  /** The id to use for the reply's next call, close to the one the vendor gave, if it gave one. */
  claim(given: string | undefined): string {
    this.#taken ??= idsIn(this.#request);
    const index = this.#claimed++;
    const wanted = sanitise(given) || `call_${this.#request.metadata.priorAttempts}_${index}`;
    let id = wanted;
    for (let copy = 2; this.#taken.has(id); copy += 1) id = withSuffix(wanted, `_${copy}`);
    this.#taken.add(id);
    return id;
  }
}

function idsIn({ messages }: ModelRequest): Set<string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message) : []));
  return new Set(calls.map((call) => call.callId));
}

function sanitise(id = ""): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, longestId);
}

function withSuffix(id: string, suffix: string): string {
  return id.slice(0, longestId - suffix.length) + suffix;
}
