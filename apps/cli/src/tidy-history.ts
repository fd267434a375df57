import type { Settings } from "@roo-code/types";
import { processContext } from "./process-context.ts";
import { visibleText } from "./terminal-text.ts";

/**
 * Once a day, removes what the history's limits do not allow, and says so. Never fails: what was asked for is done by
 * now. Without a limit it costs nothing.
 */
export async function tidyHistory(settings: Settings): Promise<void> {
  if (settings.historyMaxAge === undefined && settings.historyMaxBytes === undefined) return;
  try {
    const { historyLimits, historyPaths, pruneDaily } = await import("@roo-code/host/history");
    const { removedText } = await import("./output/removed-tasks.ts");
    const outcome = await pruneDaily(historyPaths(processContext()), historyLimits(settings));
    for (const line of outcome ? removedText(outcome, false) : []) process.stderr.write(`history: ${line}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`! The history could not be tidied: ${visibleText(reason)}\n`);
  }
}
