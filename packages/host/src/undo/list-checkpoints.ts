import { parseUndoLabel, type SkippedPath, type TaskEvent } from "@roo-code/types";
import { StepChanges } from "./step-changes.ts";
import { type UndoPlaces, withSnapshots } from "./task-files.ts";
import { foldUndos, isTakenBack } from "./undo-state.ts";

/** A point to which a task's files can be taken back. */
export interface Checkpoint {
  /** Number of its event. */
  readonly seq: number;
  readonly at: string;
  /** `step`: taken before something the agent did. `end`: of a run. `undo`: before an undo, or one that was taken back. */
  readonly kind: "step" | "end" | "undo";
  /** What followed. */
  readonly label: string;
  readonly snapshot: string;
  /** Files that the step changed. Absent where it is no step, or the snapshot is not kept any more. */
  readonly changed?: readonly string[];
  readonly isKept: boolean;
  /** The step was undone. */
  readonly isTakenBack: boolean;
  /** What the snapshot does not hold, a folder counting once; the first of them by name. */
  readonly skippedCount: number;
  readonly skipped: readonly SkippedPath[];
}

/** Oldest first. */
export async function listCheckpoints(places: UndoPlaces, events: readonly TaskEvent[]): Promise<Checkpoint[]> {
  const found = events.filter((event) => event.type === "snapshot.added");
  if (found.length === 0) return [];
  const undos = foldUndos(events);
  return withSnapshots(places, events, async (store) => {
    const changes = await StepChanges.read(store, events);
    const checkpoints: Checkpoint[] = [];
    for (const event of found) {
      const { seq, at, label, snapshot } = event;
      const kept = changes.snapshots.get(snapshot);
      const step = undos.steps.find((one) => one.seq === seq);
      const changed = step && (await changes.changedBy(step));
      checkpoints.push({
        seq,
        at,
        label,
        snapshot,
        kind: kindOf(event),
        ...(changed && { changed }),
        isKept: kept !== undefined,
        isTakenBack: step !== undefined && isWhollyTakenBack(changed, (path) => isTakenBack(undos, step, path)),
        skippedCount: kept?.skippedCount ?? event.skipped,
        skipped: kept?.skipped ?? [],
      });
    }
    return checkpoints;
  });
}

function kindOf(event: { readonly callId?: string | undefined; readonly label: string }): Checkpoint["kind"] {
  if (event.callId !== undefined) return "step";
  return parseUndoLabel(event.label) ? "undo" : "end";
}

function isWhollyTakenBack(changed: readonly string[] | undefined, isUndone: (path: string) => boolean): boolean {
  return changed === undefined || changed.length === 0 ? isUndone("") : changed.every(isUndone);
}
