/** An event as the log got it. */
export interface LoggedEvent {
  /** Whose log: `root`, `child-1`, … */
  readonly agent: string;
  readonly seq: number;
  readonly type: string;
  /** Of those that were written at once. */
  readonly isFirst: boolean;
}

/** Where a process is killed: the event is the last that its log holds, or the first that it does not. */
export interface KillPoint {
  readonly agent: string;
  readonly seq: number;
  readonly type: string;
  readonly side: "before" | "after";
}

/**
 * Every event, right when it is on its way to the disk; and the moment before it, when all that leads up to it has
 * happened. Between two events that are written at once there is only one moment.
 */
export function killPoints(events: readonly LoggedEvent[]): KillPoint[] {
  return events.flatMap(({ agent, seq, type, isFirst }): KillPoint[] => [
    ...(isFirst ? [{ agent, seq, type, side: "before" as const }] : []),
    { agent, seq, type, side: "after" },
  ]);
}

export function pointName({ agent, seq, type, side }: KillPoint): string {
  return `${side} ${agent} ${seq} ${type}`;
}
