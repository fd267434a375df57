import { Link } from "@tanstack/react-router";
import { CornerLeftUp } from "lucide-react";
import { useTaskView } from "../../data/task/use-task.ts";

/** The way back to the task this one works for. */
export function SubtaskTrail() {
  const view = useTaskView();
  if (!view?.parent) return null;
  return (
    <Link
      to="/task/$taskId"
      params={{ taskId: view.parent.taskId }}
      className="flex w-fit items-center gap-1 text-2xs text-accent-text hover:underline"
    >
      <CornerLeftUp aria-hidden className="size-3" /> subtask of another task, as {view.parent.agent}
    </Link>
  );
}
