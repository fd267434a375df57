import { describeLabel, type SkippedPath, type Snapshot, type TaskEvent } from "@roo-code/types";
import { type TaskChange, taskChanges } from "./task-changes.ts";
import { isKept, type UndoContext, withSnapshots } from "./task-files.ts";
import { foldUndos, isUndone, type UndoState } from "./undo-state.ts";
import { filesOf } from "./undo-steps.ts";

/** A point that a task's files can be restored to. */
export interface Checkpoint {
  /** Number of its event. */
  readonly seq: number;
  readonly at: string;
  /** `step`: before a change by the agent. `end`: at the end of a run. `undo`: before an undo or redo. */
  readonly kind: "step" | "end" | "undo";
  /** What happened next. */
  readonly label: string;
  /** Files that the step changed. Absent for other kinds, and if snapshots were pruned. */
  readonly changed?: readonly string[];
  readonly isKept: boolean;
  /** The step was undone. */
  readonly isTakenBack: boolean;
  /** Paths that are not in the snapshot, a folder counted once; `skipped` lists the first few. */
  readonly skippedCount: number;
  readonly skipped: readonly SkippedPath[];
}

/** Oldest first. */
export async function listCheckpoints(context: UndoContext, events: readonly TaskEvent[]): Promise<Checkpoint[]> {
  const changes = taskChanges(events);
  if (changes.length === 0) return [];
  return withSnapshots(context, events, async (store) => {
    const snapshots = new Map((await store.list()).map((one) => [one.id, one]));
    const undos = foldUndos(events);
    const found: Checkpoint[] = [];
    for (const change of changes) {
      const kept = isKept(change, snapshots);
      const isStep = change.callId !== undefined && !change.isOpen;
      const changed = isStep && kept ? await filesOf(store, change) : undefined;
      found.push({
        seq: change.seq,
        at: change.at,
        label: labelOf(change, events),
        kind: change.callId === undefined ? "undo" : "step",
        changed,
        isKept: kept,
        isTakenBack: isEntirelyUndone(undos, change, changed),
        ...skippedBy(change, snapshots),
      });
    }
    return [...found, ...ends(events, found)].sort((one, other) => one.seq - other.seq);
  });
}

function labelOf({ seq, label, undo }: TaskChange, events: readonly TaskEvent[]): string {
  const event = undo && events.find((one) => one.seq === seq);
  const isLabelled = event?.type === "change.added" || event?.type === "snapshot.added";
  return isLabelled ? describeLabel(event, events) : label;
}

/** Ends of runs that changed something. */
function ends(events: readonly TaskEvent[], found: readonly Checkpoint[]): Checkpoint[] {
  const points: Checkpoint[] = [];
  let from = 0;
  for (const event of events) {
    if (event.type !== "run.end") continue;
    const last = found.findLast(({ seq, kind }) => kind === "step" && seq > from && seq < event.seq);
    from = event.seq;
    if (!last) continue;
    const { skippedCount, skipped } = last;
    const { seq, at } = event;
    const label = "the end of the run";
    points.push({ seq, at, kind: "end", label, isKept: true, isTakenBack: false, skippedCount, skipped });
  }
  return points;
}

function skippedBy(
  { snapshot, changes }: TaskChange,
  snapshots: ReadonlyMap<string, Snapshot>,
): Pick<Checkpoint, "skipped" | "skippedCount"> {
  const { skipped = [], skippedCount = 0 } = snapshots.get(snapshot ?? changes[0]?.before ?? "") ?? {};
  return { skipped, skippedCount };
}

function isEntirelyUndone(undos: UndoState, change: TaskChange, changed: readonly string[] | undefined): boolean {
  const step = undos.steps.find(({ seq }) => seq === change.seq);
  if (!step) return false;
  const paths = changed === undefined || changed.length === 0 ? [""] : changed;
  return paths.every((path) => isUndone(undos, step, path));
}
