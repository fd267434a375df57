import type { TaskSummary } from "@roo-code/types";

export interface TreeRow {
  readonly task: TaskSummary;
  /** 0 for a task without a parent. */
  readonly depth: number;
}

/** Tasks in the given order, each followed by its subtasks in the order of their start. */
export function taskTree(tasks: readonly TaskSummary[]): TreeRow[] {
  const known = new Set<string>(tasks.map(({ taskId }) => taskId));
  const below = Map.groupBy(tasks, ({ parent }) => (parent && known.has(parent.taskId) ? parent.taskId : ""));
  const rows = (task: TaskSummary, depth: number): TreeRow[] => [
    { task, depth },
    ...(below.get(task.taskId) ?? []).toSorted(byAgent).flatMap((child) => rows(child, depth + 1)),
  ];
  return (below.get("") ?? []).flatMap((task) => rows(task, 0));
}

function byAgent(left: TaskSummary, right: TaskSummary): number {
  return (left.parent?.agent ?? "").localeCompare(right.parent?.agent ?? "", "en", { numeric: true });
}
