import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  /** Of processors, where that takes a group of its own. Nothing depends on there being one. */
  #ofProcessors: readonly string[] = [];

  constructor(limits: CommandLimits, home = mountPoint) {
    this.#limits = limits;
    this.#home = home;
  }

  /** Files to which a process writes 0 to be limited. None where the kernel or its permissions offer nothing. */
  files(): readonly string[] {
    this.#folders ??= this.#make();
    return [...this.#folders, ...this.#ofProcessors].map(joinFile);
  }

  /** Whether processes and memory are both limited. */
  get isComplete(): boolean {
    this.files();
    return this.#folders?.length === 2 || (this.#folders?.some((folder) => hasFile(folder, "memory.max")) ?? false);
  }

  /** How many processes in them the kernel has killed for their memory. */
  memoryKills(): number {
    const counters = ["memory.events", "memory.oom_control"];
    const texts = (this.#folders ?? []).flatMap((folder) => counters.map((name) => textOf(join(folder, name))));
    return texts.reduce((sum, text) => sum + Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0), 0);
  }

  /** After the last process. May be called twice. */
  dispose(): void {
    for (const folder of [...(this.#folders ?? []), ...this.#ofProcessors]) removeFolder(folder);
    this.#folders = [];
    this.#ofProcessors = [];
  }

  #make(): readonly string[] {
    const { processes, memoryBytes, cpus } = this.#limits;
    const name = `roo-${process.pid}-${(count += 1)}`;
    const unified = this.#own("").flatMap((parent) =>
      makeGroup(join(parent, name), { "memory.max": memoryBytes, "pids.max": processes }),
    );
    if (unified[0] !== undefined) {
      if (cpus !== undefined) setValue(join(unified[0], "cpu.max"), `${cpuTime(cpus)} ${period}`);
      return [unified[0]];
    }
    if (cpus !== undefined)
      this.#ofProcessors = this.#own("cpu").flatMap((parent) =>
        makeGroup(join(parent, name), { "cpu.cfs_period_us": period, "cpu.cfs_quota_us": cpuTime(cpus) }),
      );
    return [
      this.#own("pids").flatMap((parent) => makeGroup(join(parent, name), { "pids.max": processes }))[0],
      this.#own("memory").flatMap((parent) =>
        makeGroup(join(parent, name), { "memory.limit_in_bytes": memoryBytes }),
      )[0],
    ].filter((folder) => folder !== undefined);
  }

  /** Where our own process is, for a controller of the first version by its name, or of the second. */
  #own(controller: string): readonly string[] {
    const line = ownGroups().find(([names]) => names.split(",").includes(controller));
    if (!line) return [];
    const bases = controller === "" ? [this.#home, join(this.#home, "unified")] : [join(this.#home, controller)];
    const parents = bases
      .flatMap((base) => [join(base, line[1]), base])
      .filter((parent) => hasFile(parent, "cgroup.procs"));
    for (const parent of parents) removeStale(parent);
    return parents.slice(0, 1);
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

/** The folder, or nothing where one of its files is missing or refuses. */
function makeGroup(folder: string, values: Readonly<Record<string, number>>): readonly string[] {
  try {
    mkdirSync(folder);
  } catch {
    return [];
  }
  try {
    for (const [file, value] of Object.entries(values))
      writeFileSync(join(folder, file), String(value), { flag: "r+" });
    if (canJoin(folder)) return [folder];
  } catch {
    // The controller is not there, or not ours to use.
  }
  removeFolder(folder);
  return [];
}

/**
 * A single thread that moves itself does so without stopping every fork on the machine, as the move of a process does:
 * the first version has a file for that.
 */
function joinFile(folder: string): string {
  return join(folder, hasFile(folder, "tasks") ? "tasks" : "cgroup.procs");
}

/** Making one does not mean that a process may be moved into it. */
function canJoin(folder: string): boolean {
  const words = ["-c", 'echo 0 > "$1"', "sh", joinFile(folder)];
  return spawnSync("/bin/sh", words, { stdio: "ignore" }).status === 0;
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
