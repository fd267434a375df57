import { chmodSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { connect, type Server } from "node:net";
import { dirname, join, resolve } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { endpointOf, isPipe, shortPathTo, unsafeFolder } from "./socket-path.ts";

export interface HeldSocket {
  readonly path: string;
  /** Whether the socket is as it was created, so that the kernel admits only this user and root. */
  readonly isUntouched: () => boolean;
  /** Removes the socket file, unless another one has replaced it. May be called twice. */
  readonly remove: () => void;
}

/**
 * Listens where only this user can connect: a Unix socket of mode 0600, or a named pipe. Throws `RooError`.
 * The socket is created in a private folder and moved once its mode is right, so it is never open to other users, and
 * a stale one is replaced atomically.
 */
export async function listenOnSocket(server: Server, socketPath: string): Promise<HeldSocket> {
  const endpoint = endpointOf(socketPath);
  if (isPipe(endpoint)) {
    await listen(server, endpoint, socketPath);
    return { path: endpoint, isUntouched: () => true, remove: () => {} };
  }
  const path = resolve(socketPath);
  await requireFreePath(path);
  const staging = makeStaging(path);
  const short = shortPathTo(staging, "/s");
  try {
    await listen(server, join(short.path, "s"), path);
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

/** Checks that nothing else is at the path, and that no other user can replace a socket there. Throws `RooError`. */
async function requireFreePath(path: string): Promise<void> {
  requireFolder(dirname(path));
  const stat = find(path);
  if (!stat) return;
  if (!stat.isSocket()) throw pathTaken(path, `${kindOf(stat)} is already there`);
  const found = await probeSocket(path);
  if (found === "live" || found === "EAGAIN") throw pathTaken(path, "another program is listening there");
  // A stale socket is replaced.
  if (found === "ECONNREFUSED" || found === "ENOENT") return;
  throw pathTaken(path, `the socket there cannot be connected to (${found}) and may belong to another user`);
}

function requireFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new RooError({
      code: "ipc_no_folder",
      message: `The folder ${folder} for the socket cannot be created (${systemErrorCode(cause)}).`,
      next: "Choose a path in a folder you own.",
      cause,
    });
  }
  const { mode } = statSync(folder);
  const isOpen = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
  if (process.platform !== "win32" && isOpen)
    throw unsafeFolder(folder, "every user can write there and replace the socket");
}

function find(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function kindOf(stat: Stats): string {
  if (stat.isSymbolicLink()) return "a symbolic link";
  if (stat.isDirectory()) return "a folder";
  return stat.isFile() ? "a file" : "something other than a socket";
}

function pathTaken(path: string, why: string): RooError {
  const next = "Choose another path, or remove what is there.";
  return new RooError({ code: "ipc_path_taken", message: `Cannot listen on ${path}: ${why}.`, next });
}

/** `live` if a program is listening there, else the error code of the attempt to connect. */
function probeSocket(path: string): Promise<"live" | (string & {})> {
  const short = shortPathTo(path);
  return new Promise((done) => {
    const finish = (found: string) => {
      short.release();
      socket.destroy();
      done(found);
    };
    const socket = connect(short.path, () => finish("live"));
    socket.on("error", (error) => finish(systemErrorCode(error) ?? "unknown"));
  });
}

function makeStaging(path: string): string {
  try {
    return mkdtempSync(join(dirname(path), ".roo-"));
  } catch (error) {
    throw cannotListen(path, error);
  }
}

function listen(server: Server, endpoint: string, path: string): Promise<void> {
  return new Promise((done, fail) => {
    const onError = (error: unknown) => fail(cannotListen(path, error));
    server.once("error", onError);
    server.listen(endpoint, () => {
      server.off("error", onError);
      done();
    });
  });
}

/** Checks the mode once more, because not every file system keeps it. */
function hold(path: string): HeldSocket {
  const created = lstatSync(path, { bigint: true });
  const current = () => lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const isSame = (found = current()) => found?.ino === created.ino && found.dev === created.dev;
  const remove = () => {
    if (isSame()) rmSync(path, { force: true });
  };
  // Every change of mode, owner or ACL updates the ctime.
  const isUntouched = () => {
    const found = current();
    return isSame(found) && found?.ctimeNs === created.ctimeNs;
  };
  const isPrivate = (created.mode & 0o777n) === 0o600n && Number(created.uid) === process.geteuid?.();
  if (isPrivate) return { path, isUntouched, remove };
  remove();
  throw new RooError({
    code: "ipc_open_to_others",
    message: `The file system of ${path} cannot restrict the socket to your user.`,
    next: "Choose a path on another file system, in a folder you own.",
  });
}

function cannotListen(path: string, cause: unknown): RooError {
  return new RooError({
    code: "ipc_cannot_listen",
    message: `Cannot listen on ${path} (${systemErrorCode(cause) ?? String(cause)}).`,
    next: "Choose a path in a folder you own.",
    cause,
  });
}
