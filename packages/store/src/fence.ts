import {
  closeSync,
  existsSync,
  fstatSync,
  futimes,
  futimesSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Clock } from "@roo-code/types";
import { type Holder, isProcessAlive, parseHolder, thisMachine, thisProcess } from "./holder.ts";
import { hasCode } from "./log-errors.ts";

/** How often a holder updates the fence's mtime, for processes that cannot see its pid. */
const refreshMs = 10_000;
/** A holder whose process cannot be checked from here is considered dead after this long without a refresh. */
const timeoutMs = 60_000;

export interface FenceOptions {
  readonly clock: Clock;
  /** Whether a holder on this machine is still running. */
  readonly isAlive?: (holder: Holder) => boolean;
}

export interface FenceInfo {
  readonly number: number;
  /** undefined while it is being written, or if its writer died doing so. */
  readonly holder: Holder | undefined;
  /** `expired`: the process cannot be checked from here, and its fence was not refreshed in time. */
  readonly state: "held" | "released" | "dead" | "expired";
}

export type FenceAttempt = { fence: Fence; heldBy?: never } | { fence?: never; heldBy: Holder | undefined };

/**
 * The right to write one task, as a file `fence-<n>` in its folder: the highest number owns the task. That file is
 * never removed, so a process that missed a takeover finds a higher number, or its own file gone, and stops.
 */
export class Fence {
  readonly number: number;
  /** The previous holder timed out instead of being seen dead: its pending writes may still reach the file it had open. */
  readonly isAfterTimeout: boolean;
  readonly #file: number;
  readonly #next: string;
  readonly #holder: Holder;
  readonly #refreshing: NodeJS.Timeout;

  constructor(
    own: { number: number; file: number; next: string; holder: Holder; isAfterTimeout: boolean },
    clock: Clock,
  ) {
    this.number = own.number;
    this.isAfterTimeout = own.isAfterTimeout;
    this.#file = own.file;
    this.#next = own.next;
    this.#holder = own.holder;
    this.#refreshing = setInterval(() => {
      const seconds = clock.now() / 1000;
      // A failed refresh costs at most the task, never the process.
      futimes(own.file, seconds, seconds, () => {});
    }, refreshMs).unref();
  }

  /**
   * Cheap enough for every write. The next number is checked first: it may already be gone again, but only after our
   * own file was removed, which the second check finds.
   */
  isOvertaken(): boolean {
    return existsSync(this.#next) || isRemoved(this.#file);
  }

  release(): void {
    clearInterval(this.#refreshing);
    // Same length, in place: no reader sees half of it, and it works on a full disk.
    writeSync(this.#file, holderText({ ...this.#holder, released: true }), 0);
    closeSync(this.#file);
  }
}

/** Takes the task if no process holds it. Of several concurrent attempts, at most one succeeds. */
export function acquireFence(folder: string, options: FenceOptions): FenceAttempt {
  const before = readFence(folder, options);
  if (before?.state === "held") return { heldBy: before.holder };
  const number = (before?.number ?? 0) + 1;
  const holder = thisProcess();
  const file = createFence(fencePath(folder, number), holder, options.clock);
  if (file === undefined) return { heldBy: readFence(folder, options)?.holder };

  const others = fenceNumbers(folder);
  if (others.some((other) => other > number)) {
    // Since our first check the task was taken, released and taken again, which freed the number we created.
    closeSync(file);
    rmSync(fencePath(folder, number), { force: true });
    return { heldBy: readFence(folder, options)?.holder };
  }
  // Ascending, so that no holder finds its own file but not the next one: see `isOvertaken`.
  for (const lower of others.filter((other) => other < number)) rmSync(fencePath(folder, lower), { force: true });
  const next = fencePath(folder, number + 1);
  return {
    fence: new Fence({ number, file, next, holder, isAfterTimeout: before?.state === "expired" }, options.clock),
  };
}

/** The newest fence of a task; undefined if the task was never held. */
export function readFence(folder: string, options: FenceOptions): FenceInfo | undefined {
  const number = fenceNumbers(folder).at(-1);
  if (number === undefined) return undefined;
  const path = fencePath(folder, number);
  try {
    const holder = parseHolder(readFileSync(path, "utf8"));
    const ageMs = options.clock.now() - statSync(path).mtimeMs;
    return { number, holder, state: stateOf(holder, ageMs, options.isAlive ?? isProcessAlive) };
  } catch (error) {
    // Gone since we listed it: another process has just taken the task.
    if (hasCode(error, "ENOENT")) return { number, holder: undefined, state: "held" };
    throw error;
  }
}

/** The numbers of all fences of a task, lowest first. */
export function fenceNumbers(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => /^fence-([1-9]\d{0,14})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right);
}

export function fencePath(folder: string, number: number): string {
  return join(folder, `fence-${number}`);
}

function stateOf(holder: Holder | undefined, ageMs: number, isAlive: (holder: Holder) => boolean): FenceInfo["state"] {
  if (holder?.released) return "released";
  const isFresh = ageMs <= timeoutMs;
  if (holder?.machine !== thisMachine()) return isFresh ? "held" : "expired";
  if (!isAlive(holder)) return "dead";
  // Without a start time the pid may have been reused, as after a reboot.
  return holder.start !== undefined || isFresh ? "held" : "expired";
}

/** undefined if another process was first. */
function createFence(path: string, holder: Holder, clock: Clock): number | undefined {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined;
    throw error;
  }
  try {
    writeSync(file, holderText(holder));
    futimesSync(file, clock.now() / 1000, clock.now() / 1000);
    return file;
  } catch (error) {
    closeSync(file);
    rmSync(path, { force: true });
    throw error;
  }
}

/** Of the same length for a released fence as for a held one. */
function holderText(holder: Holder): string {
  return `${JSON.stringify(holder).replace('"released":true}', '"released":true }')}\n`;
}

/** An open file without a readable stat was removed from another machine. */
function isRemoved(file: number): boolean {
  try {
    return fstatSync(file).nlink === 0;
  } catch {
    return true;
  }
}
