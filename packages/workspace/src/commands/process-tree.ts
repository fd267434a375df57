import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, processesWithEnvironment, readProcessTable } from "./process-table.ts";

/** Identifies the processes of one or more commands, even those that left their parent and group. */
export interface ProcessMarks {
  /** Shells, each the leader of its own session and group. */
  readonly leaders: ReadonlySet<number>;
  /** Contained in the environment of every descendant, unless it was cleared. */
  readonly environmentMark: string;
  /** The leaders hold sandboxes: killing them kills everything inside, before it could exit normally. */
  readonly areSandboxes?: boolean;
}

/** A whole tree of tasks must end within two seconds, and others wait for this. */
const patienceMs = 1000;
const killRounds = 5;

/** Asks all processes to exit, then kills the rest. Resolves in little more than a second. */
export async function endProcessTree(marks: ProcessMarks): Promise<void> {
  const asked = signalTree(marks, "SIGTERM");
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && [...asked].some(isRunning)) await sleep(25);
  for (let round = 0; round < killRounds; round += 1) {
    // Looked up again each time: a dying process may still have forked.
    if (signalTree(marks, "SIGKILL").size === 0) return;
    await sleep(20);
  }
}

/** Kills immediately, for a process about to exit. */
export function killProcessTree(marks: ProcessMarks): void {
  for (let round = 0; round < killRounds; round += 1) if (signalTree(marks, "SIGKILL").size === 0) return;
}

/** Kills the group without looking up its members: for a tree that grows faster than it can be read. */
export function killGroups({ leaders }: ProcessMarks): void {
  for (const leader of leaders) send(-leader, "SIGKILL");
}

/** Does not read environments, which is slow for very many processes. */
export function treeSize({ leaders }: ProcessMarks): number {
  return collectTree(leaders, new Set()).pids.size;
}

function signalTree(marks: ProcessMarks, signal: NodeJS.Signals): ReadonlySet<number> {
  const tree = collectTree(marks.leaders, new Set(processesWithEnvironment(marks.environmentMark)));
  if (marks.areSandboxes && signal === "SIGTERM") {
    for (const pid of tree.pids) if (!marks.leaders.has(pid)) send(pid, signal);
    return tree.pids;
  }
  // The group first, in one system call: a process that keeps forking cannot escape between two.
  for (const group of tree.groups) if (marks.leaders.has(group)) send(-group, signal);
  for (const pid of tree.pids) send(pid, signal);
  return tree.pids;
}

function collectTree(leaders: ReadonlySet<number>, marked: ReadonlySet<number>) {
  const table = readProcessTable().filter(({ pid }) => pid !== process.pid);
  const pids = new Set<number>();
  for (const { pid, group, session } of table) {
    if (marked.has(pid) || leaders.has(group) || leaders.has(session)) pids.add(pid);
  }
  for (let before = -1; before < pids.size; ) {
    before = pids.size;
    for (const { pid, parent } of table) if (pids.has(parent)) pids.add(pid);
  }
  return { pids, groups: new Set(table.flatMap(({ pid, group }) => (pids.has(pid) ? [group] : []))) };
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // It exited by itself, or belongs to another user.
  }
}
