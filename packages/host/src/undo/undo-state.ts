import type { TaskEvent, UndoLabel } from "@roo-code/types";
import { coversPath } from "./paths.ts";
import { type TaskChange, taskChanges } from "./task-changes.ts";

/** Something the agent did to files. */
export type Step = TaskChange & { readonly callId: string };

/** An undo that can be taken back. */
export interface UndoRecord {
  readonly seq: number;
  readonly undo: UndoLabel & { readonly kind: "undo" | "restore" };
  /** What it did. */
  readonly change: TaskChange;
  readonly hasRewound: boolean;
  /** What was taken back when it began. */
  readonly before: TakenBack;
}

interface TakenBack {
  /** Steps that were taken back whole, by their events. */
  readonly steps: ReadonlySet<number>;
  /** Files that were taken back on their own: of steps from `toSeq` on and before `seq`. */
  readonly files: readonly { readonly toSeq: number; readonly seq: number; readonly paths: readonly string[] }[];
}

/** Where a task stands with its undos. Undone steps stay undone when the task goes on, so that no undo goes in circles. */
export interface UndoState {
  readonly changes: readonly TaskChange[];
  readonly steps: readonly Step[];
  readonly takenBack: TakenBack;
  /** Newest last. None is left once the task went on. */
  readonly redo: readonly UndoRecord[];
}

const nothingYet: TakenBack = { steps: new Set(), files: [] };

export function foldUndos(events: readonly TaskEvent[]): UndoState {
  const changes = taskChanges(events);
  const steps: Step[] = [];
  const moments: { readonly seq: number; readonly takenBack: TakenBack }[] = [];
  let takenBack = nothingYet;
  let redo: UndoRecord[] = [];
  for (const change of changes) {
    if (isStep(change)) {
      steps.push(change);
      redo = [];
    }
    const { seq, undo } = change;
    if (!undo) continue;
    const before = takenBack;
    if (undo.kind === "redo") {
      takenBack = redo.find((record) => record.seq === undo.toSeq)?.before ?? takenBack;
      redo = redo.filter((record) => record.seq !== undo.toSeq);
    } else {
      const then = moments.findLast((moment) => moment.seq < undo.toSeq)?.takenBack ?? nothingYet;
      takenBack = afterUndo(undo, { seq, steps, takenBack: undo.kind === "restore" && !undo.paths ? then : takenBack });
      const hasRewound = events.some((event) => event.type === "rewind.added" && event.seq === seq + 1);
      redo.push({ seq, undo, change, before, hasRewound });
    }
    moments.push({ seq, takenBack });
  }
  return { changes, steps, takenBack, redo };
}

/** Whether a file's change by a step was taken back. */
export function isTakenBack({ takenBack }: UndoState, step: Step, path: string): boolean {
  if (takenBack.steps.has(step.seq)) return true;
  return takenBack.files.some(
    ({ toSeq, seq, paths }) => toSeq <= step.seq && step.seq < seq && coversPath(paths, path),
  );
}

function afterUndo(
  undo: UndoLabel & { readonly kind: "undo" | "restore" },
  { seq, steps, takenBack }: { seq: number; steps: readonly Step[]; takenBack: TakenBack },
): TakenBack {
  const { toSeq, paths } = undo;
  if (paths) return { ...takenBack, files: [...takenBack.files, { toSeq, seq, paths }] };
  const undone = steps.filter((step) => step.seq >= toSeq).map((step) => step.seq);
  return { ...takenBack, steps: new Set([...takenBack.steps, ...undone]) };
}

function isStep(change: TaskChange): change is Step {
  return change.callId !== undefined;
}
