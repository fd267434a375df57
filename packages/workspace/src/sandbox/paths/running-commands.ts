import { mkdirSync, readdirSync, renameSync, rmdir, rmdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRunning } from "../../commands/process-table.ts";
import { sha256 } from "../../files/file-version.ts";
import { kindOf } from "./system-paths.ts";

/** What is written down while commands run in a workspace: enough to clean up after a roo that was killed. */
export interface RunningNote {
  readonly root: string;
  /** Milliseconds since the epoch. The file's own time is when they were last known to run. */
  readonly since: number;
  /** Empty folders that keep commands from making them; outermost first. */
  readonly placeholders: readonly string[];
  /** Protected places that were there before. */
  readonly known: readonly string[];
}

export const beatMs = 1000;

export function notesFolder(home: string): string {
  return join(home, "cache", "sandbox-running");
}

/** Of this process, by the file they are noted in. */
const running = new Map<string, RunningCommands>();
let removed = 0;

export function runningCommands(home: string, root: string): RunningCommands {
  const file = join(notesFolder(home), `${sha256(root).slice(0, 16)}-${process.pid}.json`);
  const commands = running.get(file) ?? new RunningCommands(root, file);
  running.set(file, commands);
  return commands;
}

/** The commands of one workspace, all tasks of this process together: placeholders stay as long as one of them needs them. */
class RunningCommands {
  readonly #root: string;
  readonly #file: string;
  readonly #placeholders = new Set<string>();
  #known: readonly string[] = [];
  #since = 0;
  #count = 0;
  #beat: NodeJS.Timeout | undefined;

  constructor(root: string, file: string) {
    this.#root = root;
    this.#file = file;
  }

  /** Makes the folders, noted first. Never throws: what cannot be made here cannot be made by a command either. */
  begin({ blocked, known }: { readonly blocked: readonly string[]; readonly known: readonly string[] }): void {
    const missing = blocked.flatMap((path) => missingFolders(path));
    for (const path of missing) this.#placeholders.add(path);
    this.#count += 1;
    if (this.#count === 1) [this.#since, this.#known] = [Date.now(), known];
    if (this.#count === 1 || missing.length > 0) this.#write();
    for (const path of missing) attempt(() => mkdirSync(path));
    this.#beat ??= setInterval(() => attempt(() => utimesSync(this.#file, new Date(), new Date())), beatMs).unref();
  }

  end(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
    // Another roo's commands may be kept by the same folders; then they stay until we, or the next roo, look again.
    if (this.#hasOthers()) return;
    for (const path of [...this.#placeholders].toReversed()) attempt(() => this.#remove(path));
    this.#placeholders.clear();
    attempt(() => rmSync(this.#file, { force: true }));
  }

  /**
   * To remove a folder takes a disk a millisecond, to move it a hundredth: it is removed where nobody waits. What the
   * person put into it at the very moment comes back with it.
   */
  #remove(path: string): void {
    if (readdirSync(path).length > 0) return;
    const gone = `${this.#file}-${(removed += 1)}.gone`;
    try {
      renameSync(path, gone);
    } catch {
      return rmdirSync(path);
    }
    if (readdirSync(gone).length > 0) renameSync(gone, path);
    else rmdir(gone, () => undefined);
  }

  #write(): void {
    const placeholders = [...this.#placeholders];
    const note: RunningNote = { root: this.#root, since: this.#since, placeholders, known: this.#known };
    attempt(() => {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, JSON.stringify(note), { mode: 0o600 });
    });
  }

  #hasOthers(): boolean {
    const [folder, own] = [dirname(this.#file), `${process.pid}.json`];
    const prefix = `${sha256(this.#root).slice(0, 16)}-`;
    let names: readonly string[] = [];
    attempt(() => (names = readdirSync(folder)));
    return names.some((name) => name.startsWith(prefix) && !name.endsWith(`-${own}`) && isRunning(pidOf(name) ?? 0));
  }
}

/** Of a note; undefined for what is none. */
export function pidOf(name: string): number | undefined {
  const pid = /-(\d+)\.json$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** Only those in which nothing is: what is in one is the person's. */
export function removePlaceholders(paths: readonly string[]): void {
  for (const path of paths.toReversed()) attempt(() => rmdirSync(path));
}

function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let current = path; kindOf(current) === undefined && current !== dirname(current); current = dirname(current))
    missing.unshift(current);
  return missing;
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // A folder of somebody else, or one that is gone.
  }
}
