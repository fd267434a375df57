import { chmodSync, lstatSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { dirname, join, resolve } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { endpointOf, isPipe, shortPathTo } from "./short-path.ts";
import { requirePlace } from "./socket-place.ts";

export interface HeldSocket {
  readonly path: string;
  /** Whether the socket is as it was made, so that the kernel has let in nobody but this user, and root. */
  readonly isUntouched: () => boolean;
  /** Takes the socket's file away, unless another one is in its place by now. May be called twice. */
  readonly remove: () => void;
}

/**
 * Listens where only this user can connect: a Unix socket of mode 0600, or a named pipe. Throws `RooError`.
 * The socket is made in a folder that nobody else can enter and moved when its mode is right, so it is never open to
 * others, and a stale one is replaced in one step.
 */
export async function listenOnSocket(server: Server, given: string): Promise<HeldSocket> {
  const endpoint = endpointOf(given);
  if (isPipe(endpoint)) {
    await listening(server, endpoint, given);
    return { path: endpoint, isUntouched: () => true, remove: () => {} };
  }
  const path = resolve(given);
  await requirePlace(path);
  const staging = makeStaging(path);
  const short = shortPathTo(staging, "/s".length);
  try {
    await listening(server, join(short.path, "s"), path);
    const staged = join(staging, "s");
    chmodSync(staged, 0o600);
    renameSync(staged, path);
    return hold(path);
  } catch (error) {
    server.close();
    throw error instanceof RooError ? error : cannotListen(path, error);
  } finally {
    short.release();
    rmSync(staging, { recursive: true, force: true });
  }
}

function makeStaging(path: string): string {
  try {
    return mkdtempSync(join(dirname(path), ".roo-"));
  } catch (error) {
    throw cannotListen(path, error);
  }
}

function listening(server: Server, endpoint: string, path: string): Promise<void> {
  return new Promise((done, fail) => {
    const onError = (error: unknown) => fail(cannotListen(path, error));
    server.once("error", onError);
    server.listen(endpoint, () => {
      server.off("error", onError);
      done();
    });
  });
}

/** What the kernel goes by when somebody connects is looked at once more: not every file system keeps modes. */
function hold(path: string): HeldSocket {
  const made = lstatSync(path, { bigint: true });
  const now = () => lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const isSame = (found = now()) => found?.ino === made.ino && found.dev === made.dev;
  const remove = () => {
    if (isSame()) rmSync(path, { force: true });
  };
  // Every change of its mode, its owner or its rights changes this time, too.
  const isUntouched = () => {
    const found = now();
    return isSame(found) && found?.ctimeNs === made.ctimeNs;
  };
  const isPrivate = (made.mode & 0o777n) === 0o600n && Number(made.uid) === process.geteuid?.();
  if (isPrivate) return { path, isUntouched, remove };
  remove();
  throw new RooError({
    code: "ipc_open_to_others",
    message: `The file system of ${path} does not keep the socket to you alone.`,
    next: "Choose a path on another one, in a folder of yours.",
  });
}

function cannotListen(path: string, cause: unknown): RooError {
  return new RooError({
    code: "ipc_cannot_listen",
    message: `Nothing can listen on ${path} (${systemErrorCode(cause) ?? String(cause)}).`,
    next: "Choose a path in a folder of yours.",
    cause,
  });
}
