import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../data/client.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { tellFailure } from "../../ui/toast.ts";

export function DeleteTask({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { taskId } = useTaskFollower();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => client.tasks.remove({ params: { taskId } }),
    onSuccess: () => navigate({ to: "/" }),
    onError: tellFailure,
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
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    />
  );
}
