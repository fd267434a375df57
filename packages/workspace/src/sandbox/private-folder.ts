import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../commands/process-table.ts";
import { assembleFilter } from "./seccomp/assemble-filter.ts";

/** Files for the commands of one task: their `/tmp`, and the sandbox's own. Removed with the task. */
export class PrivateFolder {
  readonly path = mkdtempSync(join(tmpdir(), `roo-sandbox-${process.pid}-`));
  readonly temporary = this.#folder("tmp", 0o1777);
  /** The home of commands that may write nowhere. */
  readonly home = this.#folder("home", 0o700);
  readonly filter = join(this.path, "filter");
  readonly unreadable = { file: join(this.path, "no-file"), folder: this.#folder("no-folder", 0) };
  readonly empty = this.#folder("empty", 0o555);
  #count = 0;

  constructor() {
    removeAbandoned();
    writeFileSync(this.filter, assembleFilter() ?? "", { mode: 0o400 });
    writeFileSync(this.unreadable.file, "", { mode: 0 });
  }

  /** Creates a folder with these subfolders. */
  createFolder(name: string, ...subfolders: readonly string[]): string {
    this.#count += 1;
    const folder = this.#folder(`${name}-${this.#count}`, 0o700);
    for (const each of subfolders) mkdirSync(join(folder, each), { mode: 0o755 });
    return folder;
  }

  /** Writes a file for the sandbox; returns its path. */
  write(name: string, text: string): string {
    const path = join(this.path, name);
    writeFileSync(path, text, { mode: 0o400 });
    return path;
  }

  /** May be called twice. What a command made unreadable for itself is left behind. */
  dispose(): void {
    remove(this.path);
  }

  #folder(name: string, mode: number): string {
    const folder = join(this.path, name);
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, mode);
    return folder;
  }
}

const maxAgeMs = 24 * 3600 * 1000;
let hasCleanedUp = false;

/** Removes folders of killed processes, once. Recent ones may belong to a process that is not visible from here. */
function removeAbandoned(): void {
  if (hasCleanedUp) return;
  hasCleanedUp = true;
  const oldest = Date.now() - maxAgeMs;
  const folder = tmpdir();
  for (const name of readdirSync(folder)) {
    const pid = Number(/^roo-sandbox-(\d+)-/.exec(name)?.[1] ?? 0);
    if (pid === 0) continue;
    const path = join(folder, name);
    const isOld = (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest;
    if (isOld && !isRunning(pid)) remove(path);
  }
}

function remove(path: string): void {
  try {
    chmodSync(join(path, "no-folder"), 0o700);
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another user's, or nothing of value.
  }
}
