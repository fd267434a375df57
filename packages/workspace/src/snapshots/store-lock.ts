import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Clock, RooError, systemErrorCode } from "@roo-code/types";

/** Identifies a process uniquely. */
export interface Holder {
  readonly pid: number;
  /** Start time in the kernel's units, if known: distinguishes two uses of one pid. */
  readonly start: string;
  /** The scope in which the pid is valid. */
  readonly machine: string;
}

/** A holder on another machine is considered gone after this long. */
const maxSilenceMs = 10 * 60_000;
/** A lock whose creator died before writing to it. */
const maxUnwrittenMs = 5_000;
const retryMs = 15;
const releasedText = "released ";
const noHolder: Holder = { pid: 0, start: "", machine: "" };

/**
 * Lets one process at a time work on a store. The lock is the highest `lock-<n>`, removed only by the next one, so that
 * two processes that find a dead holder cannot both succeed it. Git's own files need no such care: it works on an index
 * that replaces the store's only if its user still holds the lock.
 */
export class StoreLock {
  /** One more than the previous holder's. */
  readonly number: number;
  readonly #path: string;
  readonly #next: string;

  private constructor(folder: string, number: number) {
    this.number = number;
    this.#path = lockPath(folder, number);
    this.#next = lockPath(folder, number + 1);
  }

  static async acquire(folder: string, options: { clock: Clock; waitMs: number }): Promise<StoreLock> {
    const start = options.clock.monotonic();
    for (;;) {
      const lock = StoreLock.#tryOnce(folder, options.clock);
      if (lock instanceof StoreLock) return lock;
      if (options.clock.monotonic() - start > options.waitMs) throw busy(lock);
      await options.clock.sleep(retryMs);
    }
  }

  /** False for a process that was suspended while another took over. */
  isHeld(): boolean {
    return !exists(this.#next) && exists(this.#path);
  }

  release(): void {
    if (!this.isHeld()) return;
    const file = openSync(this.#path, "r+");
    // In place and not longer than the current content: works on a full disk.
    writeSync(file, releasedText);
    closeSync(file);
  }

  static #tryOnce(folder: string, clock: Clock): StoreLock | Holder | undefined {
    const newest = lockNumbers(folder).at(-1) ?? 0;
    const holder = newest === 0 ? undefined : readHolder(lockPath(folder, newest));
    if (holder !== undefined && !isGone(holder, lockPath(folder, newest), clock)) return holder;
    const number = newest + 1;
    const path = lockPath(folder, number);
    if (!createLock(path)) return undefined;
    const others = lockNumbers(folder);
    if (others.some((other) => other > number)) {
      rmSync(path, { force: true });
      return undefined;
    }
    for (const lower of others.filter((other) => other < number)) rmSync(lockPath(folder, lower), { force: true });
    return new StoreLock(folder, number);
  }
}

function createLock(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    writeFileSync(file, JSON.stringify(thisProcess()));
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

let own: Holder | undefined;

/** Constant for the life of this process. */
export function thisProcess(): Holder {
  own ??= { pid: process.pid, start: startOf(process.pid) ?? "", machine: machineId() };
  return own;
}

/** undefined if the lock was released. One that is just being written has no holder yet. */
function readHolder(path: string): Holder | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return text.startsWith(releasedText) ? undefined : JSON.parse(text);
  } catch {
    return noHolder;
  }
}

function isGone(holder: Holder, path: string, clock: Clock): boolean {
  const age = clock.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return holder === noHolder ? age > maxUnwrittenMs : isHolderGone(holder, age);
}

/** `silentMs`: time since its last heartbeat. */
export function isHolderGone(holder: Holder, silentMs: number): boolean {
  if (holder.machine !== thisProcess().machine) return silentMs > maxSilenceMs;
  if (holder.start !== "") return startOf(holder.pid) !== holder.start;
  return !isRunning(holder.pid);
}

function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return "ZX".includes(state) ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}

function machineId(): string {
  try {
    return [
      hostname(),
      readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
      readlinkSync("/proc/self/ns/pid"),
    ].join(" ");
  } catch {
    return hostname();
  }
}

function lockNumbers(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^lock-([1-9]\d{0,14})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right);
}

function lockPath(folder: string, number: number): string {
  return join(folder, `lock-${number}`);
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function busy(holder: Holder | undefined): RooError {
  return new RooError({
    code: "snapshots_busy",
    message: `Another process${holder?.pid ? ` (${holder.pid})` : ""} is working on the snapshots of this workspace.`,
    next: "Wait until it is done and try again.",
  });
}

export function lostLock(): RooError {
  return new RooError({
    code: "snapshots_busy",
    message: "Another process took over the snapshots of this workspace.",
    next: "Try again.",
  });
}
