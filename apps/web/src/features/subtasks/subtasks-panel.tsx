import type { ApiTaskSummary } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitBranch } from "lucide-react";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { tasksQuery, useTaskListUpdates } from "../../data/task-queries.ts";
import { formatCost } from "../../ui/format.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { StatusBadge } from "../meter/status-badge.tsx";

/** The tree of subtasks. */
export default function SubtasksPanel() {
  const { taskId } = useTaskFollower();
  useTaskListUpdates();
  const children = useQuery(tasksQuery({ parent: taskId }));
  if (children.isPending) return <Loading />;
  if (children.isError) return <Failed error={children.error} onRetry={() => void children.refetch()} />;
  if (children.data.tasks.length === 0)
    return (
      <Empty icon={<GitBranch />} title="No subtasks">
        Subtasks the agent delegates appear here.
      </Empty>
    );
  return (
    <div className="h-full overflow-y-auto p-3">
      <Branches tasks={children.data.tasks} />
    </div>
  );
}

function Branches({ tasks }: { readonly tasks: readonly ApiTaskSummary[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {tasks.toReversed().map((task) => (
        <Branch key={task.taskId} task={task} />
      ))}
    </ul>
  );
}

const maxDepth = 5;

function Branch({ task }: { readonly task: ApiTaskSummary }) {
  const depth = task.parent?.agent.split(".").length ?? 1;
  const children = useQuery({ ...tasksQuery({ parent: task.taskId }), enabled: depth < maxDepth });
  return (
    <li>
      <Link
        to="/task/$taskId"
        params={{ taskId: task.taskId }}
        className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm hover:bg-hover"
      >
        <span className="font-mono text-xs text-ink-3">{task.parent?.agent}</span>
        <span className="min-w-0 flex-1 truncate">{task.title}</span>
        <span className="text-2xs text-ink-3">{task.mode}</span>
        {task.usage.costUsd !== null && <span className="text-2xs text-ink-3">{formatCost(task.usage.costUsd)}</span>}
        <StatusBadge status={task.status} waitsFor={task.waitsFor} />
      </Link>
      {children.data && children.data.tasks.length > 0 && (
        <div className="ml-3 border-l pl-2">
          <Branches tasks={children.data.tasks} />
        </div>
      )}
    </li>
  );
}
