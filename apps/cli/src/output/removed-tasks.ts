import type { PlannedRemoval, PruneOutcome } from "@roo-code/host/history";
import { oneLine } from "../terminal-text.ts";

/** One line per task that was or would be removed, or could not be. */
export function formatRemoved({ removed, failed }: PruneOutcome, isDryRun: boolean): string[] {
  const verb = isDryRun ? "would remove" : "removed";
  return [
    ...removed.map((task) => `${verb} ${taskText(task)}`),
    ...failed.map((task) => `could not remove ${taskText(task)}`),
  ];
}

export function formatSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function taskText({ taskId, usedAt, bytes, reason, title }: PlannedRemoval): string {
  const why = reason === "age" ? `last used ${new Date(usedAt).toISOString().slice(0, 10)}` : "over historyMaxBytes";
  return `${taskId}  ${why}  ${formatSize(bytes)}  ${oneLine(title, 60)}`.trimEnd();
}
