import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** Whether processes can be identified by their environment. */
export const hasProc = process.platform === "linux";

/** All running processes. Synchronous, so that it can be used right before exit. */
export function readProcessTable(): readonly ProcessRow[] {
  return hasProc ? processIds().flatMap((pid) => readRow(pid) ?? []) : readPs();
}

/** Processes whose environment contains the text. Linux only; elsewhere none is found. */
export function processesWithEnvironment(text: string): readonly number[] {
  return hasProc ? processIds().filter((pid) => readProc(pid, "environ")?.includes(text)) : [];
}

/** Whether a process started after `pid` has the text in its environment. Linux only. */
export function isMarkedAfter(pid: number, text: string): boolean {
  return hasProc && processIds().some((other) => other > pid && readProc(other, "environ")?.includes(text));
}

export function isRunning(pid: number): boolean {
  return hasProc ? readRow(pid) !== undefined : canSignal(pid);
}

export function isGroupRunning(leader: number): boolean {
  return canSignal(-leader);
}

/** Whether the group has a member other than zombies. */
export function isGroupAlive(leader: number): boolean {
  return canSignal(-leader) && readProcessTable().some(({ group }) => group === leader);
}

/** Approximate number of processes; 0 where counting them is slow. */
export function countProcesses(): number {
  return hasProc ? readdirSync("/proc").length : 0;
}

function processIds(): readonly number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** undefined if it does not exist, or is a zombie. */
function readRow(pid: number): ProcessRow | undefined {
  const stat = readProc(pid, "stat");
  if (stat === undefined) return undefined;
  // The name in parentheses may itself contain spaces and parentheses.
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session) };
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return undefined;
  }
}

function canSignal(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch {
    return false;
  }
}

function readPs(): readonly ProcessRow[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid="], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [pid = 0, parent = 0, group = 0] = line.trim().split(/\s+/).map(Number);
    return { pid, parent, group, session: group };
  });
}
