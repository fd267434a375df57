import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandLimits } from "./limits.ts";

const mountPoint = "/sys/fs/cgroup";
const groupName = /^roo-(\d+)-/;
let count = 0;

/**
 * Control groups that limit the processes of one task, in whichever cgroup version is available.
 * Created when first needed.
 */
export class ControlGroups {
  readonly #limits: CommandLimits;
  readonly #home: string;
  #folders: readonly string[] | undefined;
  #files: readonly string[] | undefined;
  /** Files in which the kernel counts the processes it killed. */
  #counters: readonly string[] | undefined;
  /** For CPU limits, where these need a separate group. Optional. */
  #cpuFolders: readonly string[] = [];

  constructor(limits: CommandLimits, home = mountPoint) {
    this.#limits = limits;
    this.#home = home;
  }

  /** Files to which a process writes 0 to be limited. Empty if the kernel or its permissions offer nothing. */
  files(): readonly string[] {
    this.#folders ??= this.#create();
    this.#files ??= [...this.#folders, ...this.#cpuFolders].map(joinFile);
    return this.#files;
  }

  /** Whether processes and memory are both limited. */
  get isComplete(): boolean {
    this.files();
    return this.#folders?.length === 2 || (this.#folders?.some((folder) => hasFile(folder, "memory.max")) ?? false);
  }

  /** Number of processes the kernel killed because of their memory. */
  memoryKills(): number {
    const names = ["memory.events", "memory.oom_control"];
    if (!this.#folders) return 0;
    this.#counters ??= this.#folders.flatMap((folder) =>
      names.filter((name) => hasFile(folder, name)).map((name) => join(folder, name)),
    );
    return this.#counters.map(textOf).reduce((sum, text) => sum + Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0), 0);
  }

  /** After the last process. May be called twice. */
  dispose(): void {
    for (const folder of [...(this.#folders ?? []), ...this.#cpuFolders]) removeFolder(folder);
    this.#folders = [];
    this.#cpuFolders = [];
    this.#files = [];
    this.#counters = [];
  }

  #create(): readonly string[] {
    const { processes, memoryBytes, cpus } = this.#limits;
    const unified = this.#createIn("", { "memory.max": memoryBytes, "pids.max": processes });
    if (unified !== undefined) {
      if (cpus !== undefined) setValue(join(unified, "cpu.max"), `${cpuTime(cpus)} ${period}`);
      return [unified];
    }
    if (cpus !== undefined) {
      const group = this.#createIn("cpu", { "cpu.cfs_period_us": period, "cpu.cfs_quota_us": cpuTime(cpus) });
      this.#cpuFolders = group === undefined ? [] : [group];
    }
    return [
      this.#createIn("pids", { "pids.max": processes }),
      this.#createIn("memory", { "memory.limit_in_bytes": memoryBytes }),
    ].filter((folder) => folder !== undefined);
  }

  /** In the closest permitted group to our own process. */
  #createIn(controller: string, values: Readonly<Record<string, number>>): string | undefined {
    const name = `roo-${process.pid}-${(count += 1)}`;
    for (const parent of this.#parents(controller)) {
      removeStale(parent);
      if (createGroup(join(parent, name), values)) return join(parent, name);
    }
    return undefined;
  }

  /**
   * The group of our own process, for a controller of version 1 by name, or for version 2, and then its parents:
   * in version 2, a group that contains processes rarely has controllers for groups below it.
   */
  #parents(controller: string): readonly string[] {
    const line = ownGroups().find(([names]) => names.split(",").includes(controller));
    if (!line) return [];
    const bases = controller === "" ? [this.#home, join(this.#home, "unified")] : [join(this.#home, controller)];
    return bases
      .flatMap((base) => foldersUpTo(base, join(base, line[1])))
      .filter((parent) => hasFile(parent, "cgroup.procs"));
  }
}

/** In microseconds. */
const period = 100_000;
const cpuTime = (cpus: number) => Math.round(cpus * period);

function setValue(file: string, value: string): void {
  try {
    writeFileSync(file, value, { flag: "r+" });
  } catch {
    // The controller does not exist, or is not permitted.
  }
}

function foldersUpTo(base: string, folder: string): readonly string[] {
  return folder === base || !folder.startsWith(base) ? [base] : [folder, ...foldersUpTo(base, dirname(folder))];
}

/** False if one of its files is missing or not writable. */
function createGroup(folder: string, values: Readonly<Record<string, number>>): boolean {
  try {
    mkdirSync(folder);
  } catch {
    return false;
  }
  try {
    for (const [file, value] of Object.entries(values))
      writeFileSync(join(folder, file), String(value), { flag: "r+" });
    if (canJoin(folder)) return true;
  } catch {
    // The controller does not exist, or is not permitted.
  }
  removeFolder(folder);
  return false;
}

/**
 * Moving a single thread does not stop every fork on the machine, as moving a process does:
 * version 1 has a file for that.
 */
function joinFile(folder: string): string {
  return join(folder, hasFile(folder, "tasks") ? "tasks" : "cgroup.procs");
}

const joinable = new Map<string, boolean>();

/** Creating a group does not mean that a process may be moved into it. Tested once per parent: it takes a process. */
function canJoin(folder: string): boolean {
  const parent = dirname(folder);
  const known = joinable.get(parent);
  if (known !== undefined) return known;
  const args = ["-c", 'echo 0 > "$1"', "sh", joinFile(folder)];
  const isJoined = spawnSync("/bin/sh", args, { stdio: "ignore" }).status === 0;
  joinable.set(parent, isJoined);
  return isJoined;
}

/** Groups of killed processes. One that still has processes cannot be removed. */
function removeStale(parent: string): void {
  for (const name of namesIn(parent)) {
    const pid = Number(groupName.exec(name)?.[1] ?? 0);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) removeFolder(join(parent, name));
  }
}

function ownGroups(): readonly (readonly [names: string, path: string])[] {
  try {
    return readFileSync("/proc/self/cgroup", "utf8")
      .trim()
      .split("\n")
      .map((line) => {
        const [, names = "", ...path] = line.split(":");
        return [names, path.join(":")] as const;
      });
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function hasFile(folder: string, name: string): boolean {
  return namesIn(folder).includes(name);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It still has processes, or is already gone.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
