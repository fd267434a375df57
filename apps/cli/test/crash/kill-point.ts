/** An event as it was written to the log. */
export interface LoggedEvent {
  /** Whose log: `root`, `child-1`, … */
  readonly agent: string;
  readonly seq: number;
  readonly type: string;
  /** First event of its write. */
  readonly isFirst: boolean;
}

/** Where a process is killed: right after or right before this event is written. */
export interface KillPoint {
  readonly agent: string;
  readonly seq: number;
  readonly type: string;
  readonly side: "before" | "after";
}

/** System calls: of the log, of a file or folder of the workspace, and when a file is replaced. */
export type DiskCall = "fdatasync" | "fsync" | "rename" | "unlink";

/** Where a process is killed: at its n-th such call. */
export interface DiskPoint {
  readonly call: DiskCall;
  readonly number: number;
}

/** Starts the program whose command line follows. strace counts per thread: the program needs a single worker thread. */
export function straceArguments({ call, number }: DiskPoint): string[] {
  const inject = `inject=${call}:signal=SIGKILL:when=${number}`;
  return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${call}`, "-e", inject];
}

/**
 * Right after each event is written, and right before it. Between two events of the same write there is only one kill
 * point.
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
