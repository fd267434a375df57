import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { RooError } from "@roo-code/types";

/** The path used when none is configured: in a folder that only this user can enter. */
export function defaultSocketPath(id: string | number = process.pid): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\roo-code-${id}`;
  const folder = join(tmpdir(), `roo-code-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o077) !== 0)
    throw unsafeFolder(folder, "it is not a folder that only you can enter");
  return join(folder, `roo-code-${id}.sock`);
}

/** The client side of `listenOnSocket`; works for paths of any length. */
export function connectToSocket(path: string): Socket {
  const endpoint = endpointOf(path);
  if (isPipe(endpoint)) return connect(endpoint);
  const short = shortPathTo(resolve(endpoint));
  const socket = connect(short.path);
  socket.once("connect", short.release);
  socket.once("close", short.release);
  return socket;
}

/** The kernel's limit for a socket path, without the terminating zero. */
const maxSocketPathLength = process.platform === "darwin" ? 103 : 107;

interface ShortPath {
  readonly path: string;
  /** Removes the temporary link, if there is one. */
  readonly release: () => void;
}

/** A path within the kernel's limit: the target itself, or a link to it in a private folder. `suffix` is still to be added. */
export function shortPathTo(target: string, suffix = ""): ShortPath {
  if (Buffer.byteLength(target + suffix) <= maxSocketPathLength) return { path: target, release: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "roo-"));
  const path = join(folder, "l");
  symlinkSync(target, path);
  return { path, release: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Throws `ipc_path_too_long` for a path that other programs could not connect to. */
export function requireShortPath(socketPath: string): void {
  if (isPipe(endpointOf(socketPath))) return;
  const path = resolve(socketPath);
  const bytes = Buffer.byteLength(path);
  if (bytes <= maxSocketPathLength) return;
  throw new RooError({
    code: "ipc_path_too_long",
    message: `The socket path ${path} has ${bytes} bytes; the system allows at most ${maxSocketPathLength}.`,
    next: "Choose a shorter path, such as one in /tmp or $XDG_RUNTIME_DIR, with --ipc or ROO_CODE_IPC_SOCKET_PATH.",
  });
}

const pipePrefix = "\\\\.\\pipe\\";

/** What to listen on and connect to: on Windows a named pipe derived from the path, elsewhere the path itself. */
export function endpointOf(path: string, platform: string = process.platform): string {
  if (platform !== "win32" || path.startsWith(pipePrefix)) return path;
  return `${pipePrefix}${path.replace(/^\//, "").replaceAll("/", "-")}`;
}

export function isPipe(endpoint: string): boolean {
  return endpoint.startsWith(pipePrefix);
}

export function unsafeFolder(folder: string, why: string): RooError {
  const next = "Choose a path in a folder you own.";
  return new RooError({
    code: "ipc_unsafe_folder",
    message: `The folder ${folder} is unsafe for a socket: ${why}.`,
    next,
  });
}
