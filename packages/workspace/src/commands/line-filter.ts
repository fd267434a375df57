import { createContext, Script } from "node:vm";
import { ToolFailure } from "@roo-code/types";

const patienceMs = 1000;
const longestTested = 10_000;

/** Finds lines by a model's regular expression, or literally when it is none. An expression that takes for ever is given up. */
export class LineFilter {
  readonly #context: { lines: readonly string[]; pattern: RegExp };
  readonly #script = new Script("lines.flatMap((line, index) => (pattern.test(line) ? [index] : []))");
  #leftMs = patienceMs;

  constructor(search: string) {
    this.#context = { lines: [], pattern: patternOf(search) };
    createContext(this.#context);
  }

  /** Indexes of the lines that match. Throws `ToolFailure` `slow_search`. */
  matches(lines: readonly string[]): readonly number[] {
    const startedAt = performance.now();
    this.#context.lines = lines.map((line) => line.slice(0, longestTested));
    try {
      const found: readonly number[] = this.#script.runInContext(this.#context, { timeout: Math.max(1, this.#leftMs) });
      return found;
    } catch (error) {
      // Made in the script's own world, it is no `Error` of ours.
      if (!isTimeout(error)) throw error;
      throw new ToolFailure("slow_search", "The search took too long. Use a simpler expression, or plain words.");
    } finally {
      this.#leftMs -= Math.ceil(performance.now() - startedAt);
      this.#context.lines = [];
    }
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

function patternOf(search: string): RegExp {
  try {
    return new RegExp(search, "i");
  } catch {
    return new RegExp(search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "i");
  }
}
