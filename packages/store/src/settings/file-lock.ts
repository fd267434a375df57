import { closeSync, fstatSync, futimesSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { type Clock, RooError } from "@roo-code/types";
import { type Holder, isProcessAlive, parseHolder, thisMachine, thisProcess } from "../holder.ts";
import { hasCode, isMissing } from "../log-errors.ts";

const waitMs = 5_000;
/** A holder whose process cannot be seen from here is given up after this long. */
const unseenHolderMs = 10_000;
/** A lock that does not say whose it is belongs to a process that died between two system calls. */
const namelessLockMs = 2_000;

/** A lock as found on disk. The token tells it apart from every other lock that ever had the same path. */
interface LockSighting {
  readonly token: string;
  readonly holder: Holder | undefined;
  readonly touchedAt: number;
}

/**
 * Runs the action while no other process, and nobody else in this one, is inside such a call for the same path.
 * Throws `RooError` `settings_busy` when somebody else stays inside for five seconds.
 */
export async function withFileLock<Result>(
  path: string,
  clock: Clock,
  action: () => Result | Promise<Result>,
): Promise<Result> {
  const lockPath = `${path}.lock`;
  const token = await acquire(lockPath, clock);
  try {
    return await action();
  } finally {
    release(lockPath, token);
  }
}

async function acquire(lockPath: string, clock: Clock): Promise<string> {
  const deadline = clock.monotonic() + waitMs;
  for (;;) {
    const token = tryLock(lockPath, clock);
    if (token !== undefined) return token;
    if (clock.monotonic() >= deadline) throw settingsBusy(lockPath);
    // Not the same for everybody: those who wait in step would meet again every time.
    await clock.sleep(5 + (process.pid % 11));
  }
}

/** The token of the new lock; undefined when somebody has it, or had it until just now. */
function tryLock(lockPath: string, clock: Clock): string | undefined {
  const token = createLock(lockPath, clock);
  if (token !== undefined) return token;
  const found = lookAtLock(lockPath);
  if (found && isAbandoned(found, clock)) removeAbandoned(lockPath, { found, clock });
  return undefined;
}

/**
 * Of several who find the same abandoned lock, only the one with the lock on its token may remove it: otherwise a
 * slow one would remove the lock that a quick one has made in its place.
 */
function removeAbandoned(lockPath: string, { found, clock }: { found: LockSighting; clock: Clock }): void {
  const guardPath = `${lockPath}.${found.token}`;
  const guard = tryLock(guardPath, clock);
  if (guard === undefined) return;
  if (lookAtLock(lockPath)?.token === found.token) rmSync(lockPath, { force: true });
  release(guardPath, guard);
}

function release(lockPath: string, token: string): void {
  if (lookAtLock(lockPath)?.token === token) rmSync(lockPath, { force: true });
}

function createLock(lockPath: string, clock: Clock): string | undefined {
  let file: number;
  try {
    file = openSync(lockPath, "wx", 0o600);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined;
    throw error;
  }
  try {
    const token = newToken();
    writeSync(file, `${token}\n${JSON.stringify(thisProcess())}\n`);
    futimesSync(file, clock.now() / 1000, clock.now() / 1000);
    return token;
  } catch (error) {
    rmSync(lockPath, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Not a secret, only never the same: by process, time and chance. */
function newToken(): string {
  const chance = Math.floor(Math.random() * 2 ** 32);
  return [process.pid, process.hrtime.bigint(), chance].map((part) => part.toString(36)).join("-");
}

/** undefined when there is none any more. */
function lookAtLock(lockPath: string): LockSighting | undefined {
  let file: number;
  try {
    file = openSync(lockPath, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    const { ino, mtimeMs } = fstatSync(file);
    const [token, holder, end] = readFileSync(file, "utf8").split("\n");
    const isWhole = token !== undefined && holder !== undefined && end === "";
    return isWhole
      ? { token, holder: parseHolder(holder), touchedAt: mtimeMs }
      : { token: `${ino}-${Math.floor(mtimeMs)}`, holder: undefined, touchedAt: mtimeMs };
  } finally {
    closeSync(file);
  }
}

function isAbandoned({ holder, touchedAt }: LockSighting, clock: Clock): boolean {
  if (holder?.machine === thisMachine()) return !isProcessAlive(holder);
  // Either way: a clock that was set back must not keep a dead lock alive.
  return Math.abs(clock.now() - touchedAt) > (holder ? unseenHolderMs : namelessLockMs);
}

function settingsBusy(lockPath: string): RooError {
  const holder = lookAtLock(lockPath)?.holder;
  const who = holder ? `process ${holder.pid} on ${holder.hostname}` : "another process";
  return new RooError({
    code: "settings_busy",
    message: `${basename(lockPath, ".lock")} cannot be changed: ${who} has been writing it for more than 5 seconds.`,
    next: "Try again; if it stays so, stop that process.",
  });
}
