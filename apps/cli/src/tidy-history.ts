import type { Settings } from "@roo-code/types";
import { processContext } from "./process-context.ts";
import { visibleText } from "./terminal-text.ts";

/**
 * Once a day, removes tasks beyond the history's limits, and reports them. Never throws: the command itself has succeeded. Costs
 * nothing without a limit.
 */
export async function tidyHistory(settings: Settings): Promise<void> {
  if (settings.historyMaxAge === undefined && settings.historyMaxBytes === undefined) return;
  try {
    const { historyLimits, historyPaths, pruneDaily } = await import("@roo-code/host/history");
    const { formatRemoved } = await import("./output/removed-tasks.ts");
    const outcome = await pruneDaily(historyPaths(processContext()), historyLimits(settings));
    for (const line of outcome ? formatRemoved(outcome, false) : []) process.stderr.write(`history: ${line}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`! Cannot prune the history: ${visibleText(reason)}\n`);
  }
}
