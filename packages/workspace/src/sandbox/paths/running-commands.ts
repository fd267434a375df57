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

/** Written while commands run in a workspace: enough to clean up after a Roo process that was killed. */
export interface RunningNote {
  readonly root: string;
  /** Milliseconds since the epoch. The file's modification time is the last heartbeat. */
  readonly since: number;
  /** Empty folders that keep commands from creating protected ones; outermost first. */
  readonly placeholders: readonly string[];
  /** Protected files and folders that existed before. */
  readonly known: readonly string[];
}

export const heartbeatMs = 1000;

export function notesFolder(home: string): string {
  return join(home, "cache", "sandbox-running");
}

/** Of this process, by the path of their note. */
const running = new Map<string, RunningCommands>();
let parkedCount = 0;

export function runningCommands(home: string, root: string): RunningCommands {
  const file = join(notesFolder(home), `${sha256(root).slice(0, 16)}-${process.pid}.json`);
  const commands = running.get(file) ?? new RunningCommands(root, file);
  running.set(file, commands);
  return commands;
}

/**
 * The commands of one workspace, of all tasks in this process: placeholders exist as long as one of them
 * needs them. Afterwards they are removed, or parked outside the workspace if waiting sandboxes
 * are mounted on these folders: moved back, they block again.
 */
export class RunningCommands {
  readonly #root: string;
  readonly #file: string;
  /** Existing placeholders, outermost first. */
  readonly #existing = new Set<string>();
  /** Where each parked placeholder is now. */
  readonly #parked = new Map<string, string>();
  #known: readonly string[] = [];
  #since = 0;
  #holders = 0;
  #note: number | undefined;
  #parkers = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(root: string, file: string) {
    this.#root = root;
    this.#file = file;
  }

  /** Creates the folders, after noting them. Never throws: what cannot be created here cannot be created by a command either. */
  begin({ blocked, known }: { readonly blocked: readonly string[]; readonly known: readonly string[] }): void {
    const missing = blocked.flatMap((path) => missingFolders(path));
    const isFirst = this.#holders === 0;
    this.#holders += 1;
    if (isFirst) [this.#since, this.#known] = [Date.now(), known];
    for (const path of missing) {
      this.#existing.add(path);
      notePlaceholder(path);
    }
    if (isFirst || missing.length > 0) this.#write();
    for (const path of missing) attempt(() => this.#create(path));
    this.#heartbeat ??= setInterval(
      () => attempt(() => utimesSync(this.#file, new Date(), new Date())),
      heartbeatMs,
    ).unref();
  }

  /** Keeps the placeholders for a sandbox that is prepared while a command runs. */
  hold(): void {
    this.#holders += 1;
  }

  /** Must be called once for each `begin` and `hold`. */
  end(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    // Commands of another Roo process may need the same folders; then they stay until this or another process cleans up again.
    if (this.#hasOtherProcesses()) return;
    for (const path of [...this.#existing].toReversed()) attempt(() => this.#removeOrPark(path));
    this.#existing.clear();
    this.#clearNote();
  }

  /** The folders that block these paths, existing, parked or yet to be created, with their identities. */
  blockersOf(blocked: readonly string[]): ReadonlyMap<string, string> {
    const folders = blocked.flatMap((path) => this.#foldersFor(path));
    return new Map(folders.map((path) => [path, identityOf(this.#parked.get(path) ?? path)]));
  }

  /** Placeholders are parked rather than removed until `stopParking` was called as often. */
  startParking(): void {
    this.#parkers += 1;
  }

  stopParking(): void {
    this.#parkers -= 1;
    if (this.#parkers > 0) return;
    for (const parked of this.#parked.values()) rmdir(parked, () => undefined);
    this.#parked.clear();
    if (this.#holders === 0) this.#clearNote();
  }

  #foldersFor(path: string): readonly string[] {
    const folders: string[] = [];
    for (let current = path; this.#existing.has(current) || kindOf(current) === undefined; current = dirname(current))
      folders.unshift(current);
    return folders;
  }

  #create(path: string): void {
    const parked = this.#parked.get(path);
    this.#parked.delete(path);
    if (parked === undefined) mkdirSync(path);
    else renameSync(parked, path);
  }

  /**
   * Removing a folder takes a millisecond, moving it a hundredth of that. Files that a user puts into it at that
   * moment are moved back with it.
   */
  #removeOrPark(path: string): void {
    forgetPlaceholder(path);
    if (readdirSync(path).length > 0) return;
    const parked = `${this.#file}-${(parkedCount += 1)}.moved`;
    try {
      renameSync(path, parked);
    } catch {
      return rmdirSync(path);
    }
    if (readdirSync(parked).length > 0) renameSync(parked, path);
    else if (this.#parkers > 0) this.#parked.set(path, parked);
    else rmdir(parked, () => undefined);
  }

  #write(): void {
    const placeholders = [...this.#existing];
    const note: RunningNote = { root: this.#root, since: this.#since, placeholders, known: this.#known };
    attempt(() => {
      if (this.#note === undefined) mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      this.#note ??= openSync(this.#file, "w", 0o600);
      ftruncateSync(this.#note);
      writeSync(this.#note, JSON.stringify(note), 0);
    });
  }

  /** Truncated between the commands of a task, because creating and removing a file is far slower than writing one. */
  #clearNote(): void {
    if (this.#note === undefined) return;
    const note = this.#note;
    if (this.#parkers > 0) return attempt(() => ftruncateSync(note));
    this.#note = undefined;
    attempt(() => closeSync(note));
    attempt(() => rmSync(this.#file, { force: true }));
  }

  #hasOtherProcesses(): boolean {
    const [folder, own] = [dirname(this.#file), `${process.pid}.json`];
    const prefix = `${sha256(this.#root).slice(0, 16)}-`;
    let names: readonly string[] = [];
    attempt(() => (names = readdirSync(folder)));
    const isNote = (name: string): boolean => name.startsWith(prefix) && !name.endsWith(`-${own}`);
    return names.some((name) => isNote(name) && isRunning(pidOf(name) ?? 0) && hasContent(join(folder, name)));
  }
}

/** From the name of a note; undefined for other names. */
export function pidOf(name: string): number | undefined {
  const pid = /-(\d+)\.json$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** From the name of a parked placeholder; undefined for other names. */
export function ownerOfParked(name: string): number | undefined {
  const pid = /-(\d+)\.json-\d+\.moved$/.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** Only empty ones: content belongs to the user. */
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
    // Another user's folder, or already gone.
  }
}
