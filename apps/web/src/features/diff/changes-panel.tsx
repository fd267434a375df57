import type { ApiFileDiff } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { Check, FileDiff, X } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { useIsRunning, useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/states.tsx";
import { showError } from "../../ui/toast.ts";
import { UndoDialog } from "../checkpoints/undo-dialog.tsx";
import { openFile } from "../files/open-files.ts";
import type { DiffHunk } from "./diff-lines.ts";
import { FileDiffs } from "./file-diffs.tsx";

/** All changes of the task, which can be accepted or undone hunk by hunk. */
export default function ChangesPanel() {
  const { taskId } = useTaskFollower();
  const isRunning = useIsRunning();
  const [accepted, setAccepted] = useState(() => acceptedHunks(taskId));
  const [undoing, setUndoing] = useState<string>();
  const reject = useMutation({
    mutationFn: ({ file, hunk }: { file: ApiFileDiff; hunk: DiffHunk }) =>
      client.checkpoints.rejectHunk({ params: { taskId }, body: { path: file.path, hunk: hunk.source } }),
    onError: showError,
    onSettled: () => {
      for (const key of ["diff", "files", "git"]) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <div className="h-full overflow-y-auto p-3">
      <FileDiffs
        range={{}}
        empty={
          <Empty icon={<FileDiff />} title="No changes">
            Changes the task makes to your files appear here.
          </Empty>
        }
        fileActions={(file) => (
          <>
            {file.change !== "deleted" && (
              <Button size="sm" variant="quiet" onClick={() => openFile(file.path)}>
                Open
              </Button>
            )}
            <Button size="sm" variant="quiet" disabled={isRunning} onClick={() => setUndoing(file.path)}>
              Undo file
            </Button>
          </>
        )}
        hunkActions={(file, hunk) =>
          file.isMixed ? null : accepted.has(hunk.source) ? (
            <span className="flex items-center gap-1 text-ok">
              <Check aria-hidden className="size-3.5" /> accepted
            </span>
          ) : (
            <>
              <Button
                size="sm"
                variant="quiet"
                className="h-6"
                onClick={() => setAccepted(acceptHunk(taskId, hunk.source))}
              >
                <Check /> Accept
              </Button>
              <Button
                size="sm"
                variant="quiet"
                className="h-6"
                disabled={reject.isPending}
                onClick={() => reject.mutate({ file, hunk })}
              >
                <X /> Undo hunk
              </Button>
            </>
          )
        }
      />
      {undoing !== undefined && <UndoDialog isOpen onClose={() => setUndoing(undefined)} toSeq={1} paths={[undoing]} />}
    </div>
  );
}

/** Accepted hunks are only marks in this browser. */
const keyOf = (taskId: string) => `roo.accepted.${taskId}`;
const maxAccepted = 500;

function acceptedHunks(taskId: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(taskId)) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((hunk) => typeof hunk === "string") : []);
  } catch {
    return new Set();
  }
}

function acceptHunk(taskId: string, source: string): ReadonlySet<string> {
  const accepted = new Set([...acceptedHunks(taskId), source].slice(-maxAccepted));
  localStorage.setItem(keyOf(taskId), JSON.stringify([...accepted]));
  return accepted;
}
