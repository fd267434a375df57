import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ToolFailure } from "@roo-code/types";

/** A source, not a file, so that it is there wherever this package was bundled to. */
const matching = `
const { parentPort, workerData } = require("node:worker_threads");
const expression = new RegExp(workerData.body, workerData.flags);
parentPort.on("message", (lines) => parentPort.postMessage(lines.map((line) => expression.test(line))));
`;

/**
 * Tells which lines match an expression that a model wrote. Some expressions take longer than the universe lasts, and
 * nothing can stop one in its own thread: it works in another, which `dispose` ends.
 */
export class LineMatcher {
  readonly #worker: Worker;

  /** Throws `ToolFailure` `invalid_regex`. */
  constructor(regex: string) {
    const [, flag = "", body = ""] = /^(\(\?i\))?([^]*)$/.exec(regex) ?? [];
    const flags = flag === "" ? "" : "i";
    refuseInvalid(body, flags);
    this.#worker = new Worker(matching, { eval: true, workerData: { body, flags }, env: {} });
  }

  /** One answer per line. One call at a time; rejects when the signal aborts. */
  async match(lines: readonly string[], signal: AbortSignal): Promise<readonly boolean[]> {
    const answer = once(this.#worker, "message", { signal });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(lines);
    const [matches = []]: (readonly boolean[])[] = await answer;
    return matches;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

function refuseInvalid(body: string, flags: string): void {
  try {
    RegExp(body, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure("invalid_regex", `The search expression is not valid: ${reason}`);
  }
}
