import { readdirSync, readFileSync } from "node:fs";

export interface BrowserProcess {
  readonly pid: number;
  readonly command: string;
}

/** The Chromium processes that a process has started, found by their profile folder, with all their children. */
export function browserProcesses(owner: number | undefined = process.pid): BrowserProcess[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(name, "cmdline"), parent: parentOf(name) }));
  const found = new Map<number, BrowserProcess>();
  const add = (one: BrowserProcess): void => {
    if (found.has(one.pid)) return;
    found.set(one.pid, one);
    for (const child of all) if (child.parent === one.pid) add(child);
  };
  for (const one of all) if (one.command.includes(`roo-browser-${owner}-`)) add(one);
  return [...found.values()];
}

/** Zombies count as gone. */
export function isRunning({ pid }: BrowserProcess): boolean {
  const state = afterName(String(pid))[0];
  return state !== undefined && state !== "Z";
}

function parentOf(pid: string): number {
  return Number(afterName(pid)[1]);
}

/** The fields of `stat` from the state on. */
function afterName(pid: string): string[] {
  const stat = read(pid, "stat");
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
