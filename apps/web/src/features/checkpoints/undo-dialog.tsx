import type { ApiUndoOutcome } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-client.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Spinner } from "../../ui/states.tsx";
import { Visible } from "../../ui/visible.tsx";
import { useUndo } from "./use-undo.ts";

interface UndoDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The event to return to; by default, the last step is undone. */
  readonly toSeq?: number | undefined;
  /** Only these files. */
  readonly paths?: readonly string[];
}

/** Shows what an undo would change before it is done. */
export function UndoDialog({ isOpen, onClose, toSeq, paths }: UndoDialogProps) {
  const { taskId } = useTaskFollower();
  const [conversation, setConversation] = useState(false);
  const request = { ...(toSeq === undefined ? { steps: 1 } : { toSeq }), paths: paths && [...paths] };
  const preview = useQuery({
    queryKey: [...queryKeys.checkpoints(taskId), "preview", request],
    queryFn: () => client.checkpoints.undo({ params: { taskId }, body: { ...request, isDryRun: true } }),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const undo = useUndo();
  // Files without conflicts have been restored.
  const [isRestored, setIsRestored] = useState(false);
  const close = (): void => {
    setIsRestored(false);
    onClose();
  };
  const title = toSeq === undefined ? "Undo last step" : paths ? "Undo this change" : "Undo to this point";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      description="Your own changes since then are kept."
      width="sm"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!preview.isSuccess || undo.isPending || !hasEffect(preview.data, conversation)}
            onClick={() =>
              undo.mutate(
                { ...request, conversation },
                { onSuccess: ({ conflicts }) => (conflicts.length === 0 ? close() : setIsRestored(true)) },
              )
            }
          >
            {preview.data && isRedo(preview.data) ? "Redo" : "Undo"}
          </Button>
        </>
      }
    >
      {preview.isPending && <Spinner label="Loading preview" />}
      {preview.isError && <Failed error={preview.error} />}
      {preview.data && (
        <div className="flex flex-col gap-3">
          <UndoPreview
            outcome={preview.data}
            isBusy={undo.isPending}
            onTake={(path, take) => {
              const { restored, removed, conflicts } = preview.data;
              const isLast = (isRestored || restored.length + removed.length === 0) && conflicts.length === 1;
              undo.mutate({ ...request, paths: [path], take }, { onSuccess: () => isLast && close() });
            }}
          />
          {!paths && (
            <Checkbox checked={conversation} onChange={setConversation} label="Also rewind the conversation" />
          )}
        </div>
      )}
    </Dialog>
  );
}

function isRedo({ restored, removed, returned }: UndoPreviewProps["outcome"]): boolean {
  return returned.length > 0 && returned.length === restored.length + removed.length;
}

function hasEffect({ restored, removed }: UndoPreviewProps["outcome"], conversation: boolean): boolean {
  return conversation || restored.length + removed.length > 0;
}

interface UndoPreviewProps {
  readonly outcome: ApiUndoOutcome;
  readonly isBusy: boolean;
  /** Resolves a conflict: task and user changed the same lines of a file. */
  readonly onTake: (path: string, take: "mine" | "before") => void;
}

/** What would happen to each file. */
function UndoPreview({ outcome, isBusy, onTake }: UndoPreviewProps) {
  const { restored, removed, merged, returned, conflicts } = outcome;
  const isMerged = new Set(merged);
  const isReturned = new Set(returned);
  const outcomeOf = (path: string): string => {
    if (isReturned.has(path)) return "restored to the task's version";
    return isMerged.has(path) ? "the task's changes removed, yours kept" : "as it was before";
  };
  return (
    <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto font-mono text-xs">
      {restored.map((path) => (
        <li key={path}>
          <Visible text={path} /> {outcomeOf(path)}
        </li>
      ))}
      {removed.map((path) => (
        <li key={path} className="text-bad">
          <Visible text={path} /> {isReturned.has(path) ? "removed, as the task left it" : "removed"}
        </li>
      ))}
      {conflicts.map(({ path, reason, canTake }) => (
        <li key={path} aria-label={`${path} stays`} className="text-warn">
          <Visible text={path} /> stays: {reason}
          {canTake && (
            <span className="flex gap-2 py-1">
              <Button size="sm" disabled={isBusy} onClick={() => onTake(path, "mine")}>
                Keep mine
              </Button>
              <Button size="sm" disabled={isBusy} onClick={() => onTake(path, "before")}>
                Use the earlier version
              </Button>
            </span>
          )}
        </li>
      ))}
      {restored.length + removed.length === 0 && <li>No files would change.</li>}
    </ul>
  );
}
