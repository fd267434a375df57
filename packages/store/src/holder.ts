import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process that holds a task, as it says so in the task's fence. */
export interface Holder {
  readonly pid: number;
  /** Start of the process in the kernel's count; absent where that is unknown. Tells apart two uses of one pid. */
  readonly start?: string;
  readonly hostname: string;
  /** Within what the pid means something: host, boot and pid namespace. */
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
  // Containers may share host name and boot, and still count their processes apart.
  const pidNamespace = readOr("", () => readlinkSync("/proc/self/ns/pid"));
  return [hostname(), bootId, pidNamespace].join(" ");
}

/** Whether a holder on this machine still runs. A zombie does not: it will never write again. */
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

/** undefined for what is not a holder's own words, such as a fence whose writer died while writing it. */
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

/** From Linux's /proc; undefined elsewhere and for a pid that nobody has. */
function readProcess(pid: number): { state: string; start: string } | undefined {
  const stat = readOr(undefined, () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The program's name comes before, in parentheses, and may itself hold spaces and parentheses.
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
