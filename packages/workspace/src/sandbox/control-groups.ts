import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandLimits } from "./limits.ts";

const mountPoint = "/sys/fs/cgroup";
const groupName = /^roo-(\d+)-/;
let count = 0;

/**
 * Folders of the kernel that hold the processes of one task together, to limit them; of both versions of control
 * groups, by what is there. Made when first needed.
 */
export class ControlGroups {
  readonly #limits: CommandLimits;
  readonly #home: string;
  #folders: readonly string[] | undefined;
  #files: readonly string[] | undefined;
  /** Of the kernel, where it counts the processes that it killed. */
  #counters: readonly string[] | undefined;
  /** Of processors, where that takes a group of its own. Nothing depends on there being one. */
  #ofProcessors: readonly string[] = [];

  constructor(limits: CommandLimits, home = mountPoint) {
    this.#limits = limits;
    this.#home = home;
  }

  /** Files to which a process writes 0 to be limited. None where the kernel or its permissions offer nothing. */
  files(): readonly string[] {
    this.#folders ??= this.#make();
    this.#files ??= [...this.#folders, ...this.#ofProcessors].map(joinFile);
    return this.#files;
  }

  /** Whether processes and memory are both limited. */
  get isComplete(): boolean {
    this.files();
    return this.#folders?.length === 2 || (this.#folders?.some((folder) => hasFile(folder, "memory.max")) ?? false);
  }

  /** How many processes in them the kernel has killed for their memory. */
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
    for (const folder of [...(this.#folders ?? []), ...this.#ofProcessors]) removeFolder(folder);
    this.#folders = [];
    this.#ofProcessors = [];
    this.#files = [];
    this.#counters = [];
  }

  #make(): readonly string[] {
    const { processes, memoryBytes, cpus } = this.#limits;
    const unified = this.#makeIn("", { "memory.max": memoryBytes, "pids.max": processes });
    if (unified !== undefined) {
      if (cpus !== undefined) setValue(join(unified, "cpu.max"), `${cpuTime(cpus)} ${period}`);
      return [unified];
    }
    if (cpus !== undefined) {
      const group = this.#makeIn("cpu", { "cpu.cfs_period_us": period, "cpu.cfs_quota_us": cpuTime(cpus) });
      this.#ofProcessors = group === undefined ? [] : [group];
    }
    return [
      this.#makeIn("pids", { "pids.max": processes }),
      this.#makeIn("memory", { "memory.limit_in_bytes": memoryBytes }),
    ].filter((folder) => folder !== undefined);
  }

  /** In the nearest place around our own process that allows it. */
  #makeIn(controller: string, values: Readonly<Record<string, number>>): string | undefined {
    const name = `roo-${process.pid}-${(count += 1)}`;
    for (const parent of this.#around(controller)) {
      removeStale(parent);
      if (makeGroup(join(parent, name), values)) return join(parent, name);
    }
    return undefined;
  }

  /**
   * Where our own process is, for a controller of the first version by its name, or of the second; then what is around
   * that: in the second, a group that has processes of its own seldom has controllers for groups within.
   */
  #around(controller: string): readonly string[] {
    const line = ownGroups().find(([names]) => names.split(",").includes(controller));
    if (!line) return [];
    const bases = controller === "" ? [this.#home, join(this.#home, "unified")] : [join(this.#home, controller)];
    return bases
      .flatMap((base) => foldersUpTo(base, join(base, line[1])))
      .filter((parent) => hasFile(parent, "cgroup.procs"));
  }
}

/** In microseconds, and how much of that processes may use. */
const period = 100_000;
const cpuTime = (cpus: number) => Math.round(cpus * period);

function setValue(file: string, value: string): void {
  try {
    writeFileSync(file, value, { flag: "r+" });
  } catch {
    // The controller is not there, or not ours to use.
  }
}

function foldersUpTo(base: string, folder: string): readonly string[] {
  return folder === base || !folder.startsWith(base) ? [base] : [folder, ...foldersUpTo(base, dirname(folder))];
}

/** False where one of its files is missing or refuses. */
function makeGroup(folder: string, values: Readonly<Record<string, number>>): boolean {
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
    // The controller is not there, or not ours to use.
  }
  removeFolder(folder);
  return false;
}

/**
 * A single thread that moves itself does so without stopping every fork on the machine, as the move of a process does:
 * the first version has a file for that.
 */
function joinFile(folder: string): string {
  return join(folder, hasFile(folder, "tasks") ? "tasks" : "cgroup.procs");
}

const joinable = new Map<string, boolean>();

/** Making one does not mean that a process may be moved into it. Tried once for each place: it takes a process. */
function canJoin(folder: string): boolean {
  const parent = dirname(folder);
  const known = joinable.get(parent);
  if (known !== undefined) return known;
  const words = ["-c", 'echo 0 > "$1"', "sh", joinFile(folder)];
  const isJoined = spawnSync("/bin/sh", words, { stdio: "ignore" }).status === 0;
  joinable.set(parent, isJoined);
  return isJoined;
}

/** Of those who were killed. One that still has processes refuses. */
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
    // It has processes still, or is gone.
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
