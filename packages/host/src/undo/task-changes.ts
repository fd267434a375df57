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

/** A change to a task's files by one of its calls or by an undo. Undo is derived entirely from the list of these. */
export interface TaskChange {
  /** The event before which the files were unchanged. */
  readonly seq: number;
  readonly at: string;
  readonly label: string;
  /** The snapshot taken before it, if any. */
  readonly snapshot?: string;
  /** Absent for an undo. */
  readonly callId?: string;
  /** Set for an undo. */
  readonly undo?: UndoLabel;
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** Names of files, if the log has them. */
  readonly files?: readonly string[];
  /** Limits the change to these files, in logs without the changes of a call. */
  readonly paths?: readonly string[];
  /** It may have changed more files, which were not saved in time. */
  readonly isIncomplete?: boolean;
  /** The process crashed during the call, and its changes were not recorded. */
  readonly isOpen: boolean;
}

/** All changes to a task's files, oldest first. */
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

/** A call follows its own snapshot; an attempt of a workflow may have none. */
function addRecorded(found: TaskChange[], event: EventOf<"change.added">): void {
  const { seq, at, callId, label, changes, files, moreFiles, isIncomplete } = event;
  const index = found.findLastIndex((one) => callId !== undefined && one.callId === callId);
  const started = found[index];
  // A subtask that changed nothing.
  if (!started && callId !== undefined && changes.length === 0) return;
  const undo = callId === undefined ? parseUndoLabel(label) : undefined;
  const change: TaskChange = {
    seq: started?.seq ?? seq,
    at: started?.at ?? at,
    label,
    snapshot: started?.snapshot,
    callId,
    undo,
    changes,
    files: moreFiles === undefined ? files.map(({ path }) => path) : undefined,
    isIncomplete,
    isOpen: false,
  };
  if (started) found[index] = change;
  else found.push(change);
}

/**
 * A call whose changes are not in the log, because of a crash or an old log: the difference to the task's next snapshot;
 * for an edit, in the files it wrote.
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
    paths: steps?.map(({ path }) => path),
    isOpen: end === undefined && next === undefined,
  };
}

/** In an old log: the files were restored to a snapshot. */
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
    paths,
    isOpen: false,
  };
}

function snapshotAfter(events: readonly TaskEvent[], seq: number): EventOf<"snapshot.added"> | undefined {
  return events.find((event): event is EventOf<"snapshot.added"> => event.type === "snapshot.added" && event.seq > seq);
}

/** Events with the changes of calls that were interrupted by a crash. */
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
    const { changes, files, moreFiles, unsaved } = record;
    const isIncomplete = unsaved !== undefined || undefined;
    drafts.push({
      type: "change.added",
      callId,
      label,
      changes: [...changes],
      files: [...files],
      moreFiles,
      isIncomplete,
    });
  }
  return drafts;
}
