import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process that holds a task, as recorded in the task's fence. */
export interface Holder {
  readonly pid: number;
  /** Start time of the process in kernel ticks; absent if unknown. Distinguishes two uses of one pid. */
  readonly start?: string;
  readonly hostname: string;
  /** The scope of the pid: host, boot and pid namespace. */
  readonly machine: string;
  readonly released: boolean;
}

export function thisProcess(): Holder {
  const start = readProcess(process.pid)?.start;
  return {
    pid: process.pid,
    start,
    hostname: hostname(),
    machine: thisMachine(),
    released: false,
  };
}

export function thisMachine(): string {
  const bootId = readOr("", () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  // Containers may share host name and boot id but have separate pids.
  const pidNamespace = readOr("", () => readlinkSync("/proc/self/ns/pid"));
  return [hostname(), bootId, pidNamespace].join(" ");
}

/** Whether a holder on this machine is still running. A zombie is not: it will never write again. */
export function isProcessAlive({ pid, start }: Holder): boolean {
  const found = readProcess(pid);
  if (found) return !"ZX".includes(found.state) && (start === undefined || found.start === start);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** undefined for invalid text, such as a fence whose writer died while writing it. */
export function parseHolder(text: string): Holder | undefined {
  const value: unknown = readOr(undefined, () => JSON.parse(text));
  if (typeof value !== "object" || value === null) return undefined;
  const { pid, start, hostname: host, machine, released } = value as Partial<Record<keyof Holder, unknown>>;
  if (typeof pid !== "number" || typeof host !== "string" || typeof machine !== "string") return undefined;
  return {
    pid,
    start: typeof start === "string" ? start : undefined,
    hostname: host,
    machine,
    released: released === true,
  };
}

/** From Linux's /proc; undefined elsewhere and for an unused pid. */
function readProcess(pid: number): { state: string; start: string } | undefined {
  const stat = readOr(undefined, () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The program's name comes first, in parentheses, and may itself contain spaces and parentheses.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  const start = fields[18];
  return state !== undefined && start !== undefined ? { state, start } : undefined;
}

function readOr<Value, Fallback>(fallback: Fallback, read: () => Value): Value | Fallback {
  try {
    return read();
  } catch {
    return fallback;
  }
}
