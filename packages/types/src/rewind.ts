import type { TaskEvent } from "./event.ts";
import { toolCalls } from "./message-parts.ts";
import { emptyTask, foldEvent } from "./reduce-task.ts";
import type { TaskState } from "./task-state.ts";

interface Link {
  readonly event: TaskEvent;
  readonly earlier: Link | undefined;
}

/**
 * The events that still count: a rewind takes the task back to all that counted at the event it names, what an earlier
 * rewind had dropped by then left out. So a rewind to just before a rewind takes that one back.
 */
export function effectiveEvents(events: Iterable<TaskEvent>): TaskEvent[] {
  const newest = new Map<number, Link | undefined>();
  let last: Link | undefined;
  for (const event of events) {
    last = event.type === "rewind.added" ? newest.get(event.toSeq) : { event, earlier: last };
    newest.set(event.seq, last);
  }
  const found: TaskEvent[] = [];
  for (let link = last; link; link = link.earlier) found.push(link.event);
  return found.toReversed();
}

/**
 * The newest event up to `n` at which no reply is under way: one whose calls had not all ended by then is left out,
 * with its request. The conversation can go on from there.
 */
export function settledSeq(events: readonly TaskEvent[], n: number): number {
  const told = effectiveEvents(events.filter(({ seq }) => seq <= n));
  const open = new Set<string>();
  let [isAsking, settled] = [false, 0];
  for (const event of told) {
    if (event.type === "turn.start") isAsking = true;
    if (event.type === "turn.failed") isAsking = false;
    if (event.type === "turn.end") {
      isAsking = false;
      open.clear();
      for (const { callId } of toolCalls(event.message)) open.add(callId);
    }
    if (event.type === "tool.end") open.delete(event.callId);
    if (!isAsking && open.size === 0) settled = event.seq;
  }
  return settled === told.at(-1)?.seq ? (events.findLast(({ seq }) => seq <= n)?.seq ?? 0) : settled;
}

/** What a task is, rewinds included: the conversation as it counts, and everything that was spent and done on the way. */
export function reduceTask(events: Iterable<TaskEvent>): TaskState {
  const all = [...events];
  const rewindAt = all.findLastIndex(({ type }) => type === "rewind.added");
  const state = fold(emptyTask(), all.slice(0, rewindAt + 1));
  if (rewindAt !== -1) Object.assign(state, conversationOf(effectiveEvents(all.slice(0, rewindAt + 1))));
  return fold(state, all.slice(rewindAt + 1));
}

function fold(state: TaskState, events: readonly TaskEvent[]): TaskState {
  for (const event of events) foldEvent(state, event);
  return state;
}

/** The parts that a rewind takes back. A failure, denial or mistake before it is not held against what comes. */
function conversationOf(events: readonly TaskEvent[]): Partial<TaskState> {
  const { mode, instructions, messages, messageSeqs, waitingMessages, openCalls, ...rest } = fold(emptyTask(), events);
  const { lastReply, completion, verification, todos, seen, filesChanged } = rest;
  return {
    mode,
    instructions,
    messages,
    messageSeqs,
    waitingMessages,
    openCalls,
    lastReply,
    completion,
    verification,
    todos,
    seen,
    filesChanged,
    cutRepliesInRow: 0,
    failuresInRow: 0,
    denialsInRow: 0,
    personDenialsInRow: 0,
    mistakesInRow: 0,
  };
}
