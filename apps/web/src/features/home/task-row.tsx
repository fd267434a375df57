import type { ApiTaskSummary } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Ellipsis, FileDown, GitFork, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showError, showToast } from "../../ui/toast.ts";
import { StatusBadge } from "../meter/status-badge.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { useSubtasks } from "./use-subtasks.ts";

/** A task, and its subtasks below it. */
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
    onSuccess: async (forked) => {
      await queryClient.invalidateQueries({ queryKey: ["tasks"] });
      showToast("Forked into a new task.");
      await navigate({ to: "/task/$taskId", params: { taskId: forked.taskId } });
    },
    onError: showError,
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

function DeleteTask({ task, onClose }: { readonly task: ApiTaskSummary; readonly onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => client.tasks.remove({ params: { taskId: task.taskId } }),
    onSuccess: async () => {
      showToast("The task was deleted.");
      await queryClient.invalidateQueries({ queryKey: ["tasks"] });
    },
    onError: showError,
    onSettled: onClose,
  });
  return (
    <Confirm
      title="Delete this task?"
      action="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      The history of “{task.title}” is deleted. Files it changed stay as they are.
    </Confirm>
  );
}
