import type { TaskSource } from "@roo-code/host";
import type { LiveDelta, RunResult, TaskEvent } from "@roo-code/types";

export const outputFormats = ["text", "json", "ndjson"] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** Shows a run to whoever started it. Data goes to standard output, words for people to standard error. */
export interface RunOutput {
  observe(item: TaskEvent | LiveDelta, source: TaskSource): void;
  finish(result: RunResult): void;
}
