import type { ApiTaskSummary } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, FileDown, GitFork, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { tell, tellFailure } from "../../ui/toast.ts";
import { DeleteTask } from "./delete-task.tsx";

export function TaskMenu({ task }: { readonly task: ApiTaskSummary }) {
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
