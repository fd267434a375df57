import { useMutation } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { tell, tellFailure } from "../../ui/toast.ts";
import { undoNews } from "./undo-news.ts";

export interface UndoWish {
  readonly steps?: number;
  readonly toSeq?: number;
  readonly paths?: readonly string[];
  readonly conversation?: boolean;
  /** Of files in which the person changed the same lines: leave theirs for good, or take the version before. */
  readonly take?: "mine" | "before";
}

/** Takes files back, and the conversation where that is wanted. */
export function useUndo() {
  const { taskId } = useTaskFollower();
  return useMutation({
    mutationFn: ({ paths, ...wish }: UndoWish) =>
      client.checkpoints.undo({ params: { taskId }, body: { ...wish, paths: paths ? [...paths] : undefined } }),
    onSuccess: (outcome) => {
      tell(undoNews(outcome));
      refreshFiles();
    },
    onError: tellFailure,
  });
}

export function useRedo() {
  const { taskId } = useTaskFollower();
  return useMutation({
    mutationFn: () => client.checkpoints.redo({ params: { taskId }, body: {} }),
    onSuccess: ({ restored, removed }) => {
      const count = restored.length + removed.length;
      tell(`${count} ${count === 1 ? "file was" : "files were"} restored to before the undo.`);
      refreshFiles();
    },
    onError: tellFailure,
  });
}

function refreshFiles(): void {
  for (const queryKey of [["checkpoints"], ["diff"], ["files"], ["git"], ["task"]])
    void queryClient.invalidateQueries({ queryKey });
}
