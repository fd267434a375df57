import type { Usage } from "@roo-code/types";
import { countOf, isRecord, recordOf } from "../../json-value.ts";

const counts = [
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "thinking_tokens",
] as const;

/** Adds up what a reply reports of its consumption, at its beginning and again at its end. */
export class ReportedUsage {
  readonly #totals = new Map<(typeof counts)[number], number>();

  /** Each report is a total, some with only a part of the counts: the largest is the newest. */
  add(reported: unknown): void {
    if (!isRecord(reported)) return;
    const found = { ...recordOf(reported.output_tokens_details), ...reported };
    for (const name of counts) {
      if (typeof found[name] === "number") {
        this.#totals.set(name, Math.max(countOf(found[name]), this.#totals.get(name) ?? 0));
      }
    }
  }

  /** undefined when nothing was reported. The vendor counts what its cache read and wrote apart from the input. */
  toUsage(): Usage | undefined {
    if (this.#totals.size === 0) return undefined;
    const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0, thought] = counts.map((name) =>
      this.#totals.get(name),
    );
    return {
      inputTokens: input + cacheRead + cacheWrite,
      outputTokens: output,
      ...(thought !== undefined && { reasoningTokens: thought }),
      cacheReadTokens: cacheRead,
      cacheWriteTokens: cacheWrite,
      costUsd: null,
    };
  }
}
