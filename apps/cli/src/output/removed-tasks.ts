import type { PlannedRemoval, PruneOutcome } from "@roo-code/host/history";
import { oneLine } from "../terminal-text.ts";

/** One line for each task that went, or would go, and for each that should have gone and could not. */
export function removedText({ removed, failed }: PruneOutcome, isDryRun: boolean): string[] {
  const verb = isDryRun ? "would remove" : "removed";
  return [
    ...removed.map((task) => `${verb} ${taskText(task)}`),
    ...failed.map((task) => `could not remove ${taskText(task)}`),
  ];
}

export function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function taskText({ taskId, usedAt, bytes, reason, title }: PlannedRemoval): string {
  const why = reason === "age" ? `last used ${new Date(usedAt).toISOString().slice(0, 10)}` : "over historyMaxBytes";
  return `${taskId}  ${why}  ${sizeText(bytes)}  ${oneLine(title, 60)}`.trimEnd();
}
