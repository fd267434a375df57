import type { ApiTaskSummary } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { tell, tellFailure } from "../../ui/toast.ts";

export interface DeleteTaskProps {
  readonly task: ApiTaskSummary;
  readonly onClose: () => void;
}

export function DeleteTask({ task, onClose }: DeleteTaskProps) {
  const remove = useMutation({
    mutationFn: () => client.tasks.remove({ params: { taskId: task.taskId } }),
    onSuccess: async () => {
      tell("The task was deleted.");
      await queryClient.invalidateQueries({ queryKey: ["tasks"] });
    },
    onError: tellFailure,
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
