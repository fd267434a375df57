import { type EventDraft, type EventOf, type TaskEvent, type TaskId } from "@roo-code/types";

/** Events that belong only to the original task: its runs and snapshots. */
const omitted: ReadonlySet<TaskEvent["type"]> = new Set([
  "run.start",
  "run.end",
  "abort.requested",
  "snapshot.added",
  "change.added",
  "rewind.added",
]);

/** The events of a task, renumbered as the first events of a new one. */
export function forkedEvents(
  events: readonly TaskEvent[],
  fork: { readonly taskId: TaskId; readonly cwd: string; readonly forkedFrom: { taskId: TaskId; seq: number } },
): EventDraft[] {
  const kept = events.filter(({ type }) => !omitted.has(type));
  const numbers = kept.map(({ seq }) => seq);
  const renumber = (seq: number): number => Math.max(1, numbers.findLastIndex((number) => number <= seq) + 1);
  return kept.map((event) => forkedEvent(event, { ...fork, renumber }));
}

function forkedEvent(
  event: TaskEvent,
  fork: {
    readonly taskId: TaskId;
    readonly cwd: string;
    readonly forkedFrom: { taskId: TaskId; seq: number };
    readonly renumber: (seq: number) => number;
  },
): EventDraft {
  const { taskId, cwd, forkedFrom, renumber } = fork;
  if (event.type === "task.start") {
    const { parent: _parent, ...draft } = draftOf(event);
    return { ...draft, taskId, forkedFrom, environment: { ...event.environment, cwd } };
  }
  if (event.type === "tool.end" && event.evidence) {
    const evidence = event.evidence.map((one) => ({
      ...one,
      seq: one.seq === undefined ? undefined : renumber(one.seq),
    }));
    return { ...draftOf(event), evidence };
  }
  if (event.type === "summary.added") return { ...draftOf(event), receipt: renumberedReceipt(event, renumber) };
  const { seq: _seq, at: _at, ...draft } = event;
  return draft;
}

function renumberedReceipt(
  { receipt }: EventOf<"summary.added">,
  renumber: (seq: number) => number,
): EventOf<"summary.added">["receipt"] {
  const { said, dropped } = receipt;
  return {
    ...receipt,
    dropped: dropped.map((item) => ({ ...item, seq: renumber(item.seq) })),
    said: said?.map((item) => ({ ...item, seq: renumber(item.seq) })),
  };
}

function draftOf<Event extends TaskEvent>({ seq: _seq, at: _at, ...draft }: Event): Omit<Event, "seq" | "at"> {
  return draft;
}
