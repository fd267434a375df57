import type { ApiUndoOutcome } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { showError, showToast } from "../../ui/toast.ts";

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

/** What an undo did to files, as sentences. */
export function describeUndo({ restored, removed, returned, kept, conflicts }: ApiUndoOutcome): string {
  const isReturned = new Set(returned);
  const undone = [...restored, ...removed].filter((path) => !isReturned.has(path)).length;
  const isNothing = undone + returned.length + kept.length === 0;
  return [
    ...(undone > 0 ? [`${files(undone, "was", "were")} undone.`] : []),
    ...(returned.length > 0 ? [`${named(returned)} restored to the task's version.`] : []),
    ...(kept.length > 0
      ? [`${files(kept.length, "was", "were")} kept as you have ${kept.length === 1 ? "it" : "them"}.`]
      : []),
    ...(isNothing ? ["Nothing was undone."] : []),
    ...(conflicts.length > 0 ? [`${files(conflicts.length, "was", "were")} changed since and left alone.`] : []),
  ].join(" ");
}

function named([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? `${first} was` : `${more.length + 1} files were`;
}

function files(count: number, one: string, several: string): string {
  return count === 1 ? `1 file ${one}` : `${count} files ${several}`;
}
