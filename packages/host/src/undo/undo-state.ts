import { type EventOf, parseUndoLabel, type TaskEvent, type UndoLabel } from "@roo-code/types";
import { coversPath } from "./paths.ts";

/** Something the agent did to files, by the snapshot that was taken before it. */
export type Step = EventOf<"snapshot.added"> & { readonly callId: string };

/** An undo that can be taken back. */
export interface UndoRecord {
  readonly seq: number;
  readonly undo: UndoLabel & { readonly kind: "undo" | "restore" };
  /** Of the files before it. */
  readonly snapshot: string;
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
  readonly steps: readonly Step[];
  readonly takenBack: TakenBack;
  /** Newest last. None is left once the task went on. */
  readonly redo: readonly UndoRecord[];
}

export function foldUndos(events: readonly TaskEvent[]): UndoState {
  const steps: Step[] = [];
  const moments: { readonly seq: number; readonly takenBack: TakenBack }[] = [];
  let takenBack: TakenBack = { steps: new Set(), files: [] };
  let redo: UndoRecord[] = [];
  for (const [index, event] of events.entries()) {
    if (event.type !== "snapshot.added") continue;
    const undo = event.callId === undefined ? parseUndoLabel(event.label) : undefined;
    if (isStep(event)) {
      steps.push(event);
      redo = [];
    }
    if (!undo) continue;
    const { seq, snapshot } = event;
    const before = takenBack;
    if (undo.kind === "redo") {
      takenBack = redo.find((record) => record.seq === undo.toSeq)?.before ?? takenBack;
      redo = redo.filter((record) => record.seq !== undo.toSeq);
    } else {
      const then = moments.findLast((moment) => moment.seq < undo.toSeq)?.takenBack ?? { steps: new Set(), files: [] };
      takenBack = afterUndo(undo, { seq, steps, takenBack: undo.kind === "restore" && !undo.paths ? then : takenBack });
      redo.push({ seq, undo, snapshot, before, hasRewound: events[index + 1]?.type === "rewind.added" });
    }
    moments.push({ seq, takenBack });
  }
  return { steps, takenBack, redo };
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

function isStep(event: EventOf<"snapshot.added">): event is Step {
  return event.callId !== undefined;
}
