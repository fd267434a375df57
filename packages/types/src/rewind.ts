import type { TaskEvent } from "./event.ts";
import { toolCalls } from "./message-parts.ts";

interface Link {
  readonly event: TaskEvent;
  readonly earlier: Link | undefined;
}

/**
 * The events in effect: a rewind restores all that were in effect at the event it names, without what an earlier
 * rewind had dropped by then. So a rewind to just before another rewind undoes that one.
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
 * The newest event up to `n` at which no reply is in progress: a reply whose calls had not all ended is left out,
 * with its request. The conversation can continue from there.
 */
export function settledSeq(events: readonly TaskEvent[], n: number): number {
  const effective = effectiveEvents(events.filter(({ seq }) => seq <= n));
  const open = new Set<string>();
  let [isRequestPending, settled] = [false, 0];
  for (const event of effective) {
    if (event.type === "turn.start") isRequestPending = true;
    if (event.type === "turn.failed") isRequestPending = false;
    if (event.type === "turn.end") {
      isRequestPending = false;
      open.clear();
      for (const { callId } of toolCalls(event.message)) open.add(callId);
    }
    if (event.type === "tool.end") open.delete(event.callId);
    if (!isRequestPending && open.size === 0) settled = event.seq;
  }
  return settled === effective.at(-1)?.seq ? (events.findLast(({ seq }) => seq <= n)?.seq ?? 0) : settled;
}
