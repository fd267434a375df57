import type { ApiTaskSummary } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Ellipsis, FileDown, GitFork, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { tell, tellFailure } from "../../ui/toast.ts";
import { StatusBadge } from "../meter/status-badge.tsx";
import { DeleteTask } from "./delete-task.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { useSubtasks } from "./use-subtasks.ts";

/** A task, and below it those that work for it. */
export function TaskRow({ task, depth = 0 }: { readonly task: ApiTaskSummary; readonly depth?: number }) {
  const subtasks = useSubtasks(task);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div
        className="group relative flex items-center gap-2 py-2.5 pr-2 hover:bg-hover/60"
        style={{ paddingLeft: `${0.5 + depth * 1.25}rem` }}
      >
        <span className="flex size-7 shrink-0 items-center justify-center">
          {subtasks.length > 0 && (
            <IconButton
              label={
                isOpen ? "Hide subtasks" : `Show ${subtasks.length} ${subtasks.length === 1 ? "subtask" : "subtasks"}`
              }
              aria-expanded={isOpen}
              className="z-10 size-7"
              onClick={() => setIsOpen(!isOpen)}
            >
              <ChevronRight className={isOpen ? "rotate-90" : ""} />
            </IconButton>
          )}
        </span>
        <div className="min-w-0 flex-1">
          <Link
            to="/task/$taskId"
            params={{ taskId: task.taskId }}
            className="block truncate text-sm font-medium after:absolute after:inset-0"
          >
            {task.title || "Untitled task"}
          </Link>
          <TaskFacts task={task} />
        </div>
        <StatusBadge status={task.status} waitsFor={task.waitsFor} />
        <TaskMenu task={task} />
      </div>
      {isOpen && (
        <ul aria-label={`Subtasks of ${task.title}`} className="border-t bg-sunken/50">
          {subtasks.map((subtask) => (
            <TaskRow key={subtask.taskId} task={subtask} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

function TaskMenu({ task }: { readonly task: ApiTaskSummary }) {
  const { taskId } = task;
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const fork = useMutation({
    mutationFn: () => client.tasks.fork({ params: { taskId }, body: {} }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ["tasks"] });
      tell("Forked into a new task.");
      await navigate({ to: "/task/$taskId", params: { taskId: made.taskId } });
    },
    onError: tellFailure,
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More for ${task.title}`} className="relative z-10">
            <Ellipsis />
          </IconButton>
        }
        items={[
          { label: "Fork", icon: <GitFork />, onSelect: () => fork.mutate() },
          {
            label: "Export as Markdown",
            icon: <FileDown />,
            onSelect: () => location.assign(`/api/v1/tasks/${taskId}/export?format=markdown`),
          },
          null,
          {
            label: "Delete",
            icon: <Trash2 />,
            isDanger: true,
            isDisabled: task.status === "running",
            onSelect: () => setIsDeleting(true),
          },
        ]}
      />
      {isDeleting && <DeleteTask task={task} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
