import { createSubtasks } from "../subtasks/create-subtasks.ts";
import type { PartContext, TaskPart } from "./task-part.ts";

/** How deep subtasks may be nested. */
const maxDepth = 4;

export function subtasksPart(context: PartContext): TaskPart | undefined {
  const depth = context.parent ? context.parent.link.agent.split(".").length : 0;
  if (depth >= maxDepth) return undefined;
  const subtasks = createSubtasks(context, {
    ...context,
    parentId: context.taskId,
    ancestry: context.parent?.ancestry ?? [],
    open: (child) => context.openSubtask(child),
  });
  return {
    name: "subtasks",
    subtasks,
    ports: { subtasks: subtasks.modes },
    disposeNow: () => subtasks.disposeNow(),
  };
}
