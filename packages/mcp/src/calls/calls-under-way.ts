import type { CallServices } from "@roo-code/types";
import type { Deadline } from "./deadline.ts";

/** A call that a server works on, with what it may ask for on behalf of it. */
export interface CallUnderWay {
  readonly services: CallServices | undefined;
  readonly deadline: Deadline;
}

/**
 * A server's own requests do not say which call they belong to. The one that it has worked on for longest is taken:
 * most servers do one thing after the other.
 */
export class CallsUnderWay {
  readonly #calls = new Set<CallUnderWay>();

  begin(call: CallUnderWay): () => void {
    this.#calls.add(call);
    return () => {
      call.deadline.end();
      this.#calls.delete(call);
    };
  }

  /** undefined when it asks without having been asked. */
  oldest(): CallUnderWay | undefined {
    return this.#calls.values().next().value;
  }
}
