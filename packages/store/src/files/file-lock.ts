import { closeSync, fstatSync, futimesSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { type Clock, RooError } from "@roo-code/types";
import { type Holder, isProcessAlive, parseHolder, thisMachine, thisProcess } from "../holder.ts";
import { hasCode, isMissing } from "../log-errors.ts";

/** How long one holder is waited for. */
const maxHeldMs = 5_000;
/** A lock held on another machine is considered abandoned after this long. */
const remoteHolderMs = 10_000;
/** A lock without a holder was left by a process that died between two system calls. */
const unownedLockMs = 2_000;

/** A lock file on disk. The token distinguishes it from every other lock at the same path. */
interface LockFile {
  readonly token: string;
  readonly holder: Holder | undefined;
  readonly touchedAt: number;
}

/**
 * Runs the action while holding an exclusive lock on the path, across processes and within this one.
 * Throws `RooError` `settings_busy` when one holder does not release the lock within five seconds; a queue of holders that
 * take turns is waited for as long as it moves, however slow the machine is.
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
  let holding: string | undefined;
  let heldSince = clock.monotonic();
  for (;;) {
    const token = tryLock(lockPath, clock);
    if (token !== undefined) return token;
    const found = readLock(lockPath)?.token;
    if (found === undefined || found !== holding) [holding, heldSince] = [found, clock.monotonic()];
    if (clock.monotonic() - heldSince >= maxHeldMs) throw settingsBusy(lockPath);
    // Different for each process, so that waiting ones do not retry in lockstep.
    await clock.sleep(5 + (process.pid % 11));
  }
}

/** The token of the new lock; undefined when it is, or just was, held by someone else. */
function tryLock(lockPath: string, clock: Clock): string | undefined {
  const token = createLock(lockPath, clock);
  if (token !== undefined) return token;
  const found = readLock(lockPath);
  if (found && isAbandoned(found, clock)) removeAbandoned(lockPath, { found, clock });
  return undefined;
}

/**
 * Of several processes that find the same abandoned lock, only the one that locks its token may remove it: otherwise
 * a slow one would remove the lock that a quick one has just created in its place.
 */
function removeAbandoned(lockPath: string, { found, clock }: { found: LockFile; clock: Clock }): void {
  const guardPath = `${lockPath}.${found.token}`;
  const guard = tryLock(guardPath, clock);
  if (guard === undefined) return;
  if (readLock(lockPath)?.token === found.token) rmSync(lockPath, { force: true });
  release(guardPath, guard);
}

function release(lockPath: string, token: string): void {
  if (readLock(lockPath)?.token === token) rmSync(lockPath, { force: true });
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

/** Not a secret, only unique: from process, time and a random number. */
function newToken(): string {
  const random = Math.floor(Math.random() * 2 ** 32);
  return [process.pid, process.hrtime.bigint(), random].map((part) => part.toString(36)).join("-");
}

/** undefined when the lock is gone. */
function readLock(lockPath: string): LockFile | undefined {
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

function isAbandoned({ holder, touchedAt }: LockFile, clock: Clock): boolean {
  if (holder?.machine === thisMachine()) return !isProcessAlive(holder);
  // In both directions: a clock that was set back must not keep a dead lock alive.
  return Math.abs(clock.now() - touchedAt) > (holder ? remoteHolderMs : unownedLockMs);
}

function settingsBusy(lockPath: string): RooError {
  const holder = readLock(lockPath)?.holder;
  const who = holder ? `process ${holder.pid} on ${holder.hostname}` : "another process";
  return new RooError({
    code: "settings_busy",
    message: `${basename(lockPath, ".lock")} cannot be changed: ${who} has held its lock for more than 5 seconds.`,
    next: "Try again; if it persists, stop that process.",
  });
}
