import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Bell, CornerLeftUp, Download, Ellipsis, GitFork, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { enableNotifications } from "../../data/notifications.ts";
import { useIsRunning, useTaskFollower, useTaskView } from "../../data/task/use-task.ts";
import { UndoDialog } from "../../features/checkpoints/undo-dialog.tsx";
import { ContextMeter } from "../../features/meter/context-meter.tsx";
import { StatusBadge } from "../../features/meter/status-badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showError } from "../../ui/toast.ts";

export function TaskHeader() {
  const { taskId } = useTaskFollower();
  const view = useTaskView();
  const isRunning = useIsRunning();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"undo" | "delete">();
  const fork = async () => {
    const forked = await client.tasks.fork({ params: { taskId }, body: {} });
    await navigate({ to: "/task/$taskId", params: { taskId: forked.taskId } });
  };
  return (
    <>
      <title>{`${view?.waitsFor ? "Needs you: " : ""}${view?.title ?? "Task"} · Roo Code`}</title>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <div className="min-w-0 flex-1">
          <SubtaskTrail />
          <h1 className="truncate text-sm font-semibold">{view?.title ?? "Task"}</h1>
        </div>
        {view && <StatusBadge status={view.status} waitsFor={view.waitsFor} />}
        {view?.model && <span className="hidden max-w-40 truncate text-xs text-ink-3 lg:inline">{view.model}</span>}
        <ContextMeter />
        <Menu
          trigger={
            <IconButton label="More">
              <Ellipsis />
            </IconButton>
          }
          items={[
            { label: "Undo", icon: <Undo2 />, onSelect: () => setDialog("undo"), isDisabled: isRunning },
            { label: "Fork", icon: <GitFork />, onSelect: () => void fork().catch(showError) },
            { label: "Export as Markdown", icon: <Download />, onSelect: () => download(taskId, "markdown") },
            { label: "Export as JSON", icon: <Download />, onSelect: () => download(taskId, "json") },
            { label: "Notify me", icon: <Bell />, onSelect: () => void enableNotifications().catch(showError) },
            null,
            {
              label: "Delete",
              icon: <Trash2 />,
              onSelect: () => setDialog("delete"),
              isDanger: true,
              isDisabled: isRunning,
            },
          ]}
        />
        <UndoDialog isOpen={dialog === "undo"} onClose={() => setDialog(undefined)} />
        <DeleteTask isOpen={dialog === "delete"} onClose={() => setDialog(undefined)} />
      </header>
    </>
  );
}

function download(taskId: string, format: string): void {
  const link = document.createElement("a");
  link.href = `/api/v1/tasks/${encodeURIComponent(taskId)}/export?format=${format}`;
  link.download = "";
  link.click();
}

/** A link to the parent task. */
function SubtaskTrail() {
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

function DeleteTask({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { taskId } = useTaskFollower();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.tasks.remove({ params: { taskId } }),
    onSuccess: () => navigate({ to: "/" }),
    onError: showError,
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this task?"
      description="Its history is deleted, and its changes can no longer be undone. Files stay as they are."
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    />
  );
}
