import type { EventOf, TaskEvent } from "./event.ts";

type Rewind = EventOf<"rewind.added">;

/**
 * Folds a whole log in one pass, rewinds included. A rewind names the event it returns to, so only the states
 * that are returned to are kept on the way.
 */
export function foldLog<State, Kept>(
  events: Iterable<TaskEvent>,
  {
    state,
    fold,
    keep,
    rewind,
  }: {
    readonly state: State;
    /** In place. */
    readonly fold: (state: State, event: Exclude<TaskEvent, Rewind>) => void;
    /** A copy of what a rewind to this point restores; later events do not change it. */
    readonly keep: (state: State) => Kept;
    /** `target` is undefined if the log has no such event. */
    readonly rewind: (state: State, event: Rewind, target: Kept | undefined) => void;
  },
): State {
  const all = [...events];
  const targets = new Set(all.flatMap((event) => (event.type === "rewind.added" ? [event.toSeq] : [])));
  const kept = new Map<number, Kept>();
  for (const event of all) {
    if (event.type === "rewind.added") rewind(state, event, kept.get(event.toSeq));
    else fold(state, event);
    if (targets.has(event.seq)) kept.set(event.seq, keep(state));
  }
  return state;
}
