import { closeSync, existsSync, fstatSync, futimes, futimesSync, openSync, rmSync, writeSync } from "node:fs";
import type { Clock } from "@roo-code/types";
import { type FenceOptions, fenceNumbers, fencePath, lookAtFence } from "./fence-sighting.ts";
import { type Holder, thisProcess } from "./holder.ts";
import { hasCode } from "./log-errors.ts";

/** How often a holder shows that it lives, to those who cannot see its process. */
const touchEveryMs = 10_000;

export type FenceAttempt = { fence: Fence; heldBy?: never } | { fence?: never; heldBy: Holder | undefined };

/**
 * The right to write one task, as a file `fence-<n>` in its folder: the highest number owns the task. That file is
 * never removed, so whoever slept through a takeover finds a higher number, or its own file gone, and stops.
 */
export class Fence {
  readonly number: number;
  /** The holder before was given up unseen: what it began to write may still reach the file it had open. */
  readonly isFromSilent: boolean;
  readonly #file: number;
  readonly #next: string;
  readonly #holder: Holder;
  readonly #touching: NodeJS.Timeout;

  constructor(
    own: { number: number; file: number; next: string; holder: Holder; isFromSilent: boolean },
    clock: Clock,
  ) {
    this.number = own.number;
    this.isFromSilent = own.isFromSilent;
    this.#file = own.file;
    this.#next = own.next;
    this.#holder = own.holder;
    this.#touching = setInterval(() => {
      const seconds = clock.now() / 1000;
      // A sign of life that fails costs at most the task, never the process.
      futimes(own.file, seconds, seconds, () => {});
    }, touchEveryMs).unref();
  }

  /**
   * Cheap enough for every write. The next number is looked at first: it may be gone again already, but only after
   * our own file went, so that the second look finds that.
   */
  isOvertaken(): boolean {
    return existsSync(this.#next) || isRemoved(this.#file);
  }

  release(): void {
    clearInterval(this.#touching);
    // Same length, in place: no reader finds half of it, and a full disk does not refuse it.
    writeSync(this.#file, holderText({ ...this.#holder, released: true }), 0);
    closeSync(this.#file);
  }
}

/** Takes the task if nobody holds it. Of several who try at once, at most one succeeds. */
export function acquireFence(folder: string, options: FenceOptions): FenceAttempt {
  const before = lookAtFence(folder, options);
  if (before?.state === "held") return { heldBy: before.holder };
  const number = (before?.number ?? 0) + 1;
  const holder = thisProcess();
  const file = createFence(fencePath(folder, number), holder, options.clock);
  if (file === undefined) return { heldBy: lookAtFence(folder, options)?.holder };

  const others = fenceNumbers(folder);
  if (others.some((other) => other > number)) {
    // Since we looked, the task was taken, let go and taken again, and the number we then created had been removed.
    closeSync(file);
    rmSync(fencePath(folder, number), { force: true });
    return { heldBy: lookAtFence(folder, options)?.holder };
  }
  // Ascending, so that no holder finds its own file still there and the next one gone: see `isOvertaken`.
  for (const lower of others.filter((other) => other < number)) rmSync(fencePath(folder, lower), { force: true });
  const next = fencePath(folder, number + 1);
  return { fence: new Fence({ number, file, next, holder, isFromSilent: before?.state === "silent" }, options.clock) };
}

/** undefined when somebody else was first. */
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

/** As long for a released fence as for a held one. */
function holderText(holder: Holder): string {
  return `${JSON.stringify(holder).replace('"released":true}', '"released":true }')}\n`;
}

/** An open file that cannot even be looked at any more was removed from another machine. */
function isRemoved(file: number): boolean {
  try {
    return fstatSync(file).nlink === 0;
  } catch {
    return true;
  }
}
