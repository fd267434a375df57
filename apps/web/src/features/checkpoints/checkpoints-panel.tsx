import type { ApiCheckpoint } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { History, Redo2, RotateCcw } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-client.ts";
import { useIsRunning, useTaskFollower } from "../../data/task/use-task.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../ui/format.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { FileDiffs } from "../diff/file-diffs.tsx";
import { UndoDialog } from "./undo-dialog.tsx";
import { useRedo } from "./use-undo.ts";

/** Checkpoints that files can be restored to, newest first, each with the changes after it. */
export default function CheckpointsPanel() {
  const { taskId } = useTaskFollower();
  const isRunning = useIsRunning();
  const redo = useRedo();
  const [open, setOpen] = useState<number>();
  const [restoring, setRestoring] = useState<number>();
  const list = useQuery({
    queryKey: queryKeys.checkpoints(taskId),
    queryFn: ({ signal }) => client.checkpoints.list({ params: { taskId } }, { signal }),
  });
  if (list.isPending) return <Loading />;
  if (list.isError) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  const checkpoints = list.data.checkpoints.toReversed();
  if (checkpoints.length === 0)
    return (
      <Empty icon={<History />} title="No checkpoints yet">
        File changes made by the task can be undone from here.
      </Empty>
    );
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex items-center justify-end gap-2 border-b px-3 py-2">
        <Button size="sm" variant="quiet" disabled={isRunning || redo.isPending} onClick={() => redo.mutate()}>
          <Redo2 /> Redo
        </Button>
      </div>
      <ol className="px-4 py-3">
        {checkpoints.map((checkpoint, index) => (
          <Point
            key={checkpoint.seq}
            checkpoint={checkpoint}
            nextSeq={checkpoints[index - 1]?.seq}
            isOpen={open === checkpoint.seq}
            isLast={index === checkpoints.length - 1}
            canRestore={!isRunning && checkpoint.isKept}
            onToggle={() => setOpen(open === checkpoint.seq ? undefined : checkpoint.seq)}
            onRestore={() => setRestoring(checkpoint.seq)}
          />
        ))}
      </ol>
      <UndoDialog isOpen={restoring !== undefined} onClose={() => setRestoring(undefined)} toSeq={restoring} />
    </div>
  );
}

interface PointProps {
  readonly checkpoint: ApiCheckpoint;
  readonly nextSeq: number | undefined;
  readonly isOpen: boolean;
  readonly isLast: boolean;
  readonly canRestore: boolean;
  readonly onToggle: () => void;
  readonly onRestore: () => void;
}

function Point({ checkpoint, nextSeq, isOpen, isLast, canRestore, onToggle, onRestore }: PointProps) {
  const { label, at, kind, isTakenBack, isKept, changed = [] } = checkpoint;
  return (
    <li className={clsx("relative border-l-2 pb-4 pl-4", isLast && "border-transparent")}>
      <span
        aria-hidden
        className={clsx(
          "absolute top-1.5 -left-[5px] size-2 rounded-full",
          isTakenBack ? "bg-line-strong" : "bg-accent",
        )}
      />
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className={clsx(
            "min-w-0 flex-1 truncate text-left text-sm font-medium hover:underline",
            isTakenBack && "text-ink-3 line-through",
          )}
        >
          {label || kind}
        </button>
        {!isKept && <Badge>expired</Badge>}
        <span className="text-2xs text-ink-3">{formatAge(at)}</span>
        <Button size="sm" variant="quiet" disabled={!canRestore} onClick={onRestore}>
          <RotateCcw /> Undo to here
        </Button>
      </div>
      {changed.length > 0 && <p className="truncate font-mono text-2xs text-ink-3">{changed.join(", ")}</p>}
      {isOpen && (
        <div className="mt-2">
          <FileDiffs range={{ from: checkpoint.seq, to: nextSeq }} />
        </div>
      )}
    </li>
  );
}
