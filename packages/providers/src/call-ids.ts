import type { ModelRequest } from "@roo-code/types";

const maxIdLength = 64;

/**
 * Names the calls of one reply: only characters every vendor takes back, unique within the task (answers to
 * questions and approvals find their call by it), and the same again when the same reply comes again.
 */
export class CallIds {
  readonly #request: ModelRequest;
  readonly #claimed: string[] = [];

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  /** The id to use for the reply's next call, close to the one the vendor gave, if it gave one. */
  claim(given: string | undefined): string {
    const wanted = sanitise(given) || `call_${this.#request.metadata.priorAttempts}_${this.#claimed.length}`;
    let id = wanted;
    for (let copy = 2; this.#isTaken(id); copy += 1) id = withSuffix(wanted, `_${copy}`);
    this.#claimed.push(id);
    return id;
  }

  /** Looks through the history without making anything of it: it is asked for in every turn of a long task. */
  #isTaken(id: string): boolean {
    if (this.#claimed.includes(id)) return true;
    for (const { role, content } of this.#request.messages) {
      if (role !== "assistant") continue;
      for (const part of content) if (part.type === "tool-call" && part.callId === id) return true;
    }
    return false;
  }
}

function sanitise(id = ""): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, maxIdLength);
}

function withSuffix(id: string, suffix: string): string {
  return id.slice(0, maxIdLength - suffix.length) + suffix;
}
