import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-keys.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Spinner } from "../../ui/states.tsx";
import { useUndo } from "./use-undo.ts";

export interface UndoDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The event to go back to; the newest step where absent. */
  readonly toSeq?: number;
}

/** Says what would be taken back before anything is. */
export function UndoDialog({ isOpen, onClose, toSeq }: UndoDialogProps) {
  const { taskId } = useTaskFollower();
  const [conversation, setConversation] = useState(false);
  const wish = toSeq === undefined ? { steps: 1 } : { toSeq };
  const preview = useQuery({
    queryKey: [...queryKeys.checkpoints(taskId), "preview", wish],
    queryFn: () => client.checkpoints.undo({ params: { taskId }, body: { ...wish, isDryRun: true } }),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const undo = useUndo(onClose);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={toSeq === undefined ? "Undo the last step" : "Go back to this point"}
      description="What you changed yourself since then is left as it is."
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!preview.isSuccess || undo.isPending}
            onClick={() => undo.mutate({ ...wish, conversation })}
          >
            Take back
          </Button>
        </>
      }
    >
      {preview.isPending && <Spinner label="Looking at what would change" />}
      {preview.isError && <Failed error={preview.error} />}
      {preview.data && (
        <div className="flex flex-col gap-3">
          <ul className="max-h-48 overflow-y-auto font-mono text-xs">
            {preview.data.restored.map((path) => (
              <li key={path}>{path} as it was</li>
            ))}
            {preview.data.removed.map((path) => (
              <li key={path} className="text-bad">
                {path} removed
              </li>
            ))}
            {preview.data.conflicts.map(({ path, reason }) => (
              <li key={path} className="text-warn">
                {path} stays: {reason}
              </li>
            ))}
            {preview.data.restored.length + preview.data.removed.length === 0 && <li>No file would change.</li>}
          </ul>
          <Checkbox checked={conversation} onChange={setConversation} label="Also take the conversation back" />
        </div>
      )}
    </Dialog>
  );
}
