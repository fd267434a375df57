import type { TaskEvent, UndoLabel } from "@roo-code/types";
import { coversPath } from "./paths.ts";
import { type TaskChange, taskChanges } from "./task-changes.ts";

/** A change by a call of the agent. */
export type Step = TaskChange & { readonly callId: string };

/** An undo that can be redone. */
interface UndoRecord {
  readonly seq: number;
  readonly undo: UndoLabel & { readonly kind: "undo" | "restore" };
  /** Its change. */
  readonly change: TaskChange;
  readonly hasRewound: boolean;
  /** The state before it. */
  readonly before: UndoneChanges;
}

interface UndoneChanges {
  /** The events of steps that were undone completely. */
  readonly steps: ReadonlySet<number>;
  /** Files that were undone individually, in steps from `toSeq` to before `seq`. */
  readonly files: readonly { readonly toSeq: number; readonly seq: number; readonly paths: readonly string[] }[];
}

/** Which steps of a task are undone. They stay undone when the task continues, so that undo always makes progress. */
export interface UndoState {
  readonly changes: readonly TaskChange[];
  readonly steps: readonly Step[];
  readonly undone: UndoneChanges;
  /** Newest last. Empty once the task continued. */
  readonly redo: readonly UndoRecord[];
}

const nothingUndone: UndoneChanges = { steps: new Set(), files: [] };

export function foldUndos(events: readonly TaskEvent[]): UndoState {
  const changes = taskChanges(events);
  const steps: Step[] = [];
  const moments: { readonly seq: number; readonly undone: UndoneChanges }[] = [];
  let undone = nothingUndone;
  let redo: UndoRecord[] = [];
  for (const change of changes) {
    if (isStep(change)) {
      steps.push(change);
      redo = [];
    }
    const { seq, undo } = change;
    if (!undo) continue;
    const before = undone;
    if (undo.kind === "redo") {
      undone = redo.find((record) => record.seq === undo.toSeq)?.before ?? undone;
      redo = redo.filter((record) => record.seq !== undo.toSeq);
    } else {
      const then = moments.findLast((moment) => moment.seq < undo.toSeq)?.undone ?? nothingUndone;
      undone = afterUndo(undo, { seq, steps, undone: undo.kind === "restore" && !undo.paths ? then : undone });
      const hasRewound = events.some((event) => event.type === "rewind.added" && event.seq === seq + 1);
      redo.push({ seq, undo, change, before, hasRewound });
    }
    moments.push({ seq, undone });
  }
  return { changes, steps, undone, redo };
}

/** Whether a step's change to a file was undone. */
export function isUndone({ undone }: UndoState, step: Step, path: string): boolean {
  if (undone.steps.has(step.seq)) return true;
  return undone.files.some(({ toSeq, seq, paths }) => toSeq <= step.seq && step.seq < seq && coversPath(paths, path));
}

function afterUndo(
  undo: UndoLabel & { readonly kind: "undo" | "restore" },
  { seq, steps, undone }: { seq: number; steps: readonly Step[]; undone: UndoneChanges },
): UndoneChanges {
  const { toSeq, paths } = undo;
  if (paths) return { ...undone, files: [...undone.files, { toSeq, seq, paths }] };
  const newly = steps.filter((step) => step.seq >= toSeq).map((step) => step.seq);
  return { ...undone, steps: new Set([...undone.steps, ...newly]) };
}

function isStep(change: TaskChange): change is Step {
  return change.callId !== undefined;
}
