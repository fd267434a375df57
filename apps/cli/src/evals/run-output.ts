import type { RunNews } from "@roo-code/types/api";
import { RunLines } from "./run-lines.ts";
import { RunLive } from "./run-live.ts";

/** Shows a run as it goes on. */
export interface RunOutput {
  news(news: RunNews): void;
  end(): void;
}

export function runOutput(stderr: NodeJS.WriteStream): RunOutput {
  return stderr.isTTY ? new RunLive(stderr) : new RunLines(stderr);
}
