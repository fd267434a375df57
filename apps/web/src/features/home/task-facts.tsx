import type { ApiTaskSummary } from "@roo-code/types/api";
import { formatAge, formatCost } from "../../ui/format.ts";

/** Folder, mode, model, turns, cost and age on one line. */
export function TaskFacts({ task }: { readonly task: ApiTaskSummary }) {
  const { costUsd } = task.usage;
  const facts = [
    folderName(task.folder),
    task.parent ? `${task.parent.agent} · ${task.mode}` : task.mode,
    task.model,
    `${task.turns} ${task.turns === 1 ? "turn" : "turns"}`,
    costUsd ? formatCost(costUsd) : null,
  ];
  return (
    <p className="flex gap-1.5 text-xs text-ink-3">
      <span className="min-w-0 truncate">{facts.filter(Boolean).join(" · ")}</span>
      <time dateTime={task.updatedAt} title={new Date(task.updatedAt).toLocaleString()} className="shrink-0">
        · {formatAge(task.updatedAt)}
      </time>
    </p>
  );
}

function folderName(folder: string): string {
  return folder.split(/[\\/]/).findLast(Boolean) ?? folder;
}
