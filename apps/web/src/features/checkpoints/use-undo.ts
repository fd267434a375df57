import { useMutation } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { showError, showToast } from "../../ui/toast.ts";
import { describeUndo } from "./describe-undo.ts";

interface UndoRequest {
  readonly steps?: number;
  readonly toSeq?: number;
  readonly paths?: readonly string[];
  readonly conversation?: boolean;
  /** For conflicts: keep the user's version, or use the version before the task's change. */
  readonly take?: "mine" | "before";
}

/** Undoes file changes and, if requested, rewinds the conversation. */
export function useUndo() {
  const { taskId } = useTaskFollower();
  return useMutation({
    mutationFn: ({ paths, ...request }: UndoRequest) =>
      client.checkpoints.undo({ params: { taskId }, body: { ...request, paths: paths ? [...paths] : undefined } }),
    onSuccess: (outcome) => {
      showToast(describeUndo(outcome));
      refreshFiles();
    },
    onError: showError,
  });
}

export function useRedo() {
  const { taskId } = useTaskFollower();
  return useMutation({
    mutationFn: () => client.checkpoints.redo({ params: { taskId }, body: {} }),
    onSuccess: ({ restored, removed }) => {
      const count = restored.length + removed.length;
      showToast(`${count} ${count === 1 ? "file was" : "files were"} restored to before the undo.`);
      refreshFiles();
    },
    onError: showError,
  });
}

function refreshFiles(): void {
  for (const queryKey of [["checkpoints"], ["diff"], ["files"], ["git"], ["task"]])
    void queryClient.invalidateQueries({ queryKey });
}
