import type { ApiUndoOutcome } from "@roo-code/types/api";
import { Button } from "../../ui/button.tsx";
import { Visible } from "../../ui/visible.tsx";

export interface UndoPreviewProps {
  readonly outcome: ApiUndoOutcome;
  readonly isBusy: boolean;
  /** Decides about a file in which both changed the same lines. */
  readonly onTake: (path: string, take: "mine" | "before") => void;
}

/** What would become of each file. */
export function UndoPreview({ outcome, isBusy, onTake }: UndoPreviewProps) {
  const { restored, removed, merged, returned, conflicts } = outcome;
  const isMerged = new Set(merged);
  const isReturned = new Set(returned);
  const becomes = (path: string): string => {
    if (isReturned.has(path)) return "restored to the task's version";
    return isMerged.has(path) ? "the task's changes removed, yours kept" : "as it was before";
  };
  return (
    <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto font-mono text-xs">
      {restored.map((path) => (
        <li key={path}>
          <Visible text={path} /> {becomes(path)}
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
