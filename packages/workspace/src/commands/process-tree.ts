import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, processesWithEnvironment, readProcessTable } from "./process-table.ts";

/** How the processes of one or more commands are known, even those that left their parent and group. */
export interface ProcessMarks {
  /** Shells, each the leader of its own session and group. */
  readonly leaders: ReadonlySet<number>;
  /** What the environment of every descendant contains, unless it was wiped. */
  readonly environmentMark: string;
  /** The leaders hold sandboxes: killed, they take all that is inside with them, before anything there could end well. */
  readonly areSandboxes?: boolean;
}

/** A whole tree of tasks must be gone within two seconds, and others have to end behind this. */
const patienceMs = 1000;
const killRounds = 5;

/** Asks the whole tree to end, then forces what is left. Resolves in little more than a second. */
export async function endProcessTree(marks: ProcessMarks): Promise<void> {
  const asked = signalTree(marks, "SIGTERM");
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && [...asked].some(isRunning)) await sleep(25);
  for (let round = 0; round < killRounds; round += 1) {
    // Looked up again each time: a dying tree may still have forked.
    if (signalTree(marks, "SIGKILL").size === 0) return;
    await sleep(20);
  }
}

/** The same at once and without asking, for a process about to exit. */
export function killProcessTree(marks: ProcessMarks): void {
  for (let round = 0; round < killRounds; round += 1) if (signalTree(marks, "SIGKILL").size === 0) return;
}

/** Kills what did not leave its group, without looking: for a tree that grows faster than it can be read. */
export function killGroups({ leaders }: ProcessMarks): void {
  for (const leader of leaders) send(-leader, "SIGKILL");
}

/** Without a look at environments, which takes long for a great many. */
export function treeSize({ leaders }: ProcessMarks): number {
  return collectTree(leaders, new Set()).pids.size;
}

function signalTree(marks: ProcessMarks, signal: NodeJS.Signals): ReadonlySet<number> {
  const tree = collectTree(marks.leaders, new Set(processesWithEnvironment(marks.environmentMark)));
  if (marks.areSandboxes && signal === "SIGTERM") {
    for (const pid of tree.pids) if (!marks.leaders.has(pid)) send(pid, signal);
    return tree.pids;
  }
  // The group first, in one call of the kernel: a process that keeps forking cannot slip away between two.
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
    // It ended by itself, or it belongs to somebody else.
  }
}
