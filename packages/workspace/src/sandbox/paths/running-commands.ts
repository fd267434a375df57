import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdir,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isRunning } from "../../commands/process-table.ts";
import { sha256 } from "../../files/file-version.ts";
import { forgetPlaceholder, notePlaceholder } from "./placeholders.ts";
import { identityOf } from "./survey.ts";
import { kindOf } from "./system-paths.ts";

/** Written while commands run in a workspace: enough to clean up after a roo that was killed. */
export interface RunningNote {
  readonly root: string;
  /** Milliseconds since the epoch. The file's own time is when they were last known to run. */
  readonly since: number;
  /** Empty folders that keep commands from creating protected ones; outermost first. */
  readonly placeholders: readonly string[];
  /** Protected files and folders that existed before. */
  readonly known: readonly string[];
}

export const beatMs = 1000;

export function notesFolder(home: string): string {
  return join(home, "cache", "sandbox-running");
}

/** Of this process, by the file they are noted in. */
const running = new Map<string, RunningCommands>();
let moved = 0;

export function runningCommands(home: string, root: string): RunningCommands {
  const file = join(notesFolder(home), `${sha256(root).slice(0, 16)}-${process.pid}.json`);
  const commands = running.get(file) ?? new RunningCommands(root, file);
  running.set(file, commands);
  return commands;
}

/**
 * The commands of one workspace, all tasks of this process together: placeholders stay in place as long as one of them
 * needs them. Afterwards they are removed, or parked outside the workspace when sandboxes that wait for their command
 * are mounted on these very folders: moved back, they block again.
 */
export class RunningCommands {
  readonly #root: string;
  readonly #file: string;
  /** In place, outermost first. */
  readonly #placed = new Set<string>();
  /** Where each parked placeholder is now. */
  readonly #parked = new Map<string, string>();
  #known: readonly string[] = [];
  #since = 0;
  #holders = 0;
  #note: number | undefined;
  #parkers = 0;
  #beat: NodeJS.Timeout | undefined;

  constructor(root: string, file: string) {
    this.#root = root;
    this.#file = file;
  }

  /** Creates the folders, noted first. Never throws: what cannot be created here cannot be created by a command either. */
  begin({ blocked, known }: { readonly blocked: readonly string[]; readonly known: readonly string[] }): void {
    const missing = blocked.flatMap((path) => missingFolders(path));
    const isFirst = this.#holders === 0;
    this.#holders += 1;
    if (isFirst) [this.#since, this.#known] = [Date.now(), known];
    for (const path of missing) {
      this.#placed.add(path);
      notePlaceholder(path);
    }
    if (isFirst || missing.length > 0) this.#write();
    for (const path of missing) attempt(() => this.#place(path));
    this.#beat ??= setInterval(() => attempt(() => utimesSync(this.#file, new Date(), new Date())), beatMs).unref();
  }

  /** Keeps the placeholders in place for a sandbox that is being made ready while a command runs. */
  hold(): void {
    this.#holders += 1;
  }

  /** Ends what `begin` or `hold` began. */
  end(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
    // Another roo's commands may depend on the same folders; then they stay until we, or the next roo, look again.
    if (this.#hasOthers()) return;
    for (const path of [...this.#placed].toReversed()) attempt(() => this.#clear(path));
    this.#placed.clear();
    this.#eraseNote();
  }

  /** The folders that block these paths, in place, parked or to be created, with what tells them from others. */
  blockersOf(blocked: readonly string[]): ReadonlyMap<string, string> {
    const folders = blocked.flatMap((path) => this.#foldersFor(path));
    return new Map(folders.map((path) => [path, identityOf(this.#parked.get(path) ?? path)]));
  }

  /** Placeholders are parked instead of removed until `stopParking` was called as often. */
  startParking(): void {
    this.#parkers += 1;
  }

  stopParking(): void {
    this.#parkers -= 1;
    if (this.#parkers > 0) return;
    for (const parked of this.#parked.values()) rmdir(parked, () => undefined);
    this.#parked.clear();
    if (this.#holders === 0) this.#eraseNote();
  }

  #foldersFor(path: string): readonly string[] {
    const folders: string[] = [];
    for (let current = path; this.#placed.has(current) || kindOf(current) === undefined; current = dirname(current))
      folders.unshift(current);
    return folders;
  }

  #place(path: string): void {
    const parked = this.#parked.get(path);
    this.#parked.delete(path);
    if (parked === undefined) mkdirSync(path);
    else renameSync(parked, path);
  }

  /**
   * Removing a folder takes a disk a millisecond, moving it a hundredth of that. What the person put into it at the very
   * moment comes back with it.
   */
  #clear(path: string): void {
    forgetPlaceholder(path);
    if (readdirSync(path).length > 0) return;
    const away = `${this.#file}-${(moved += 1)}.moved`;
    try {
      renameSync(path, away);
    } catch {
      return rmdirSync(path);
    }
    if (readdirSync(away).length > 0) renameSync(away, path);
    else if (this.#parkers > 0) this.#parked.set(path, away);
    else rmdir(away, () => undefined);
  }

  #write(): void {
    const placeholders = [...this.#placed];
    const note: RunningNote = { root: this.#root, since: this.#since, placeholders, known: this.#known };
    attempt(() => {
      if (this.#note === undefined) mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      this.#note ??= openSync(this.#file, "w", 0o600);
      ftruncateSync(this.#note);
      writeSync(this.#note, JSON.stringify(note), 0);
    });
  }

  /** Emptied between the commands of a task, since a disk creates and removes a file far more slowly than it writes one. */
  #eraseNote(): void {
    if (this.#note === undefined) return;
    const note = this.#note;
    if (this.#parkers > 0) return attempt(() => ftruncateSync(note));
    this.#note = undefined;
    attempt(() => closeSync(note));
    attempt(() => rmSync(this.#file, { force: true }));
  }

  #hasOthers(): boolean {
    const [folder, own] = [dirname(this.#file), `${process.pid}.json`];
    const prefix = `${sha256(this.#root).slice(0, 16)}-`;
    let names: readonly string[] = [];
    attempt(() => (names = readdirSync(folder)));
    const isNote = (name: string): boolean => name.startsWith(prefix) && !name.endsWith(`-${own}`);
    return names.some((name) => isNote(name) && isRunning(pidOf(name) ?? 0) && hasContent(join(folder, name)));
  }
}

/** Of a note; undefined for what is none. */
export function pidOf(name: string): number | undefined {
  const pid = /-(\d+)\.json$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** Of a placeholder that was moved away; undefined for what is none. */
export function ownerOfMoved(name: string): number | undefined {
  const pid = /-(\d+)\.json-\d+\.moved$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** Only empty ones: what is in one is the person's. */
export function removePlaceholders(paths: readonly string[]): void {
  for (const path of paths.toReversed()) attempt(() => rmdirSync(path));
}

/** The folders, outermost first, that would have to be created for a path to exist. */
function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let current = path; kindOf(current) === undefined && current !== dirname(current); current = dirname(current))
    missing.unshift(current);
  return missing;
}

function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function attempt(work: () => unknown): void {
  try {
    work();
  } catch {
    // A folder of somebody else, or one that is gone.
  }
}
