import {
  type Change,
  type EventDraft,
  type EventOf,
  parseUndoLabel,
  type SnapshotStore,
  type TaskEvent,
  type TaskId,
  type UndoLabel,
} from "@roo-code/types";

/** Something that changed a task's files: one of its calls, or an undo. The one place that says what a task did. */
export interface TaskChange {
  /** The files as at this event are those before it. */
  readonly seq: number;
  readonly at: string;
  readonly label: string;
  /** The snapshot that was taken before it, where there is one. */
  readonly snapshot?: string;
  /** Absent for an undo. */
  readonly callId?: string;
  /** What it was, for an undo. */
  readonly undo?: UndoLabel;
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** Names of files, where they are in the log. */
  readonly files?: readonly string[];
  /** No others than these: of logs that do not say what a call changed. */
  readonly paths?: readonly string[];
  /** The process died while it was under way, and nobody looked at what it left. */
  readonly isOpen: boolean;
}

/** All that changed a task's files, oldest first. */
export function taskChanges(events: readonly TaskEvent[]): TaskChange[] {
  const found: TaskChange[] = [];
  for (const event of events) {
    if (event.type === "change.added") addRecorded(found, event);
    if (event.type === "snapshot.added" && event.callId !== undefined) found.push(unrecorded(events, event));
    if (event.type === "snapshot.added" && event.callId === undefined) {
      const undo = parseUndoLabel(event.label);
      if (undo) found.push(unrecordedUndo(events, event, undo));
    }
  }
  return found;
}

/** A call has a snapshot of its own, which comes before; a workflow's attempt may have none. */
function addRecorded(found: TaskChange[], event: EventOf<"change.added">): void {
  const { seq, at, callId, label, changes, files, moreFiles } = event;
  const index = found.findLastIndex((one) => callId !== undefined && one.callId === callId);
  const begun = found[index];
  // A subtask that only looked.
  if (!begun && callId !== undefined && changes.length === 0) return;
  const undo = callId === undefined ? parseUndoLabel(label) : undefined;
  const change: TaskChange = {
    seq: begun?.seq ?? seq,
    at: begun?.at ?? at,
    label,
    ...(begun?.snapshot !== undefined && { snapshot: begun.snapshot }),
    ...(callId !== undefined && { callId }),
    ...(undo && { undo }),
    changes,
    ...(moreFiles === undefined && { files: files.map(({ path }) => path) }),
    isOpen: false,
  };
  if (begun) found[index] = change;
  else found.push(change);
}

/**
 * A call of which the log does not say what it changed: it was under way when the process died, or the log is an old
 * one. Then it is what differs from the task's next snapshot; of an edit, in the files that it wrote.
 */
function unrecorded(events: readonly TaskEvent[], event: EventOf<"snapshot.added">): TaskChange {
  const { seq, at, callId = "", label, snapshot } = event;
  const end = events.find(
    (other) =>
      other.seq > seq && (other.type === "tool.end" || other.type === "subtask.end") && other.callId === callId,
  );
  const next = snapshotAfter(events, seq);
  const steps = end?.type === "tool.end" ? end.steps : undefined;
  const isDenied = end?.type === "tool.end" && end.code === "denied";
  return {
    seq,
    at,
    callId,
    label,
    snapshot,
    changes: next && !isDenied ? [{ before: snapshot, after: next.snapshot }] : [],
    ...(steps && { paths: steps.map(({ path }) => path) }),
    isOpen: end === undefined && next === undefined,
  };
}

/** Of an old log: it made the files what they were in a snapshot. */
function unrecordedUndo(
  events: readonly TaskEvent[],
  { seq, at, label, snapshot }: EventOf<"snapshot.added">,
  undo: UndoLabel,
): TaskChange {
  const target =
    undo.kind === "redo"
      ? events.find((other) => other.type === "snapshot.added" && other.seq === undo.toSeq)
      : events.find((other) => other.type === "snapshot.added" && other.seq >= undo.toSeq);
  const after = target?.type === "snapshot.added" ? target.snapshot : undefined;
  const paths = undo.kind === "redo" ? undefined : undo.paths;
  return {
    seq,
    at,
    label,
    snapshot,
    undo,
    changes: after === undefined ? [] : [{ before: snapshot, after }],
    ...(paths && { paths }),
    isOpen: false,
  };
}

function snapshotAfter(events: readonly TaskEvent[], seq: number): EventOf<"snapshot.added"> | undefined {
  return events.find((event): event is EventOf<"snapshot.added"> => event.type === "snapshot.added" && event.seq > seq);
}

/** What the calls changed that were under way when the process died, as events: nobody has looked since. */
export async function endOpenChanges(
  store: SnapshotStore,
  taskId: TaskId,
  events: readonly TaskEvent[],
): Promise<EventDraft[]> {
  const drafts: EventDraft[] = [];
  for (const { isOpen, callId, snapshot, label, seq } of taskChanges(events)) {
    const start = events.find(
      (event): event is EventOf<"tool.start"> =>
        event.type === "tool.start" && event.callId === callId && event.seq > seq,
    );
    if (!isOpen || !start || callId === undefined || snapshot === undefined) continue;
    const { steps } = start;
    const record = await store
      .recordChange(snapshot, { by: taskId, label, steps, isInterrupted: true })
      .catch(() => undefined);
    if (!record) continue;
    const { changes, files, moreFiles } = record;
    drafts.push({
      type: "change.added",
      callId,
      label,
      changes: [...changes],
      files: [...files],
      ...(moreFiles !== undefined && { moreFiles }),
    });
  }
  return drafts;
}
