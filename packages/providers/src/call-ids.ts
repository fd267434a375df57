import type { ModelRequest } from "@roo-code/types";

const maxIdLength = 64;

/**
 * Ids for the calls of one reply: with characters that every vendor accepts, unique within the task (answers to
 * questions and approvals refer to them), and the same when the same reply is received again.
 */
export class CallIds {
  readonly #request: ModelRequest;
  readonly #claimed: string[] = [];

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  /** The id for the reply's next call, based on the vendor's if there is one. */
  claim(vendorId: string | undefined): string {
    const preferred = sanitise(vendorId) || `call_${this.#request.metadata.priorAttempts}_${this.#claimed.length}`;
    let id = preferred;
    for (let copy = 2; this.#isTaken(id); copy += 1) id = withSuffix(preferred, `_${copy}`);
    this.#claimed.push(id);
    return id;
  }

  /** Scans the history without allocating: it runs in every turn of a long task. */
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
