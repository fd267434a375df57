import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { RooError } from "@roo-code/types";

/** The kernel's limit for the path of a socket, without the zero at its end. */
export const maxSocketPathLength = process.platform === "darwin" ? 103 : 107;

interface ShortPath {
  readonly path: string;
  /** Removes the link that made it short. */
  readonly release: () => void;
}

/** A path that the kernel takes for the same file or folder: itself, or a link in a private folder when it is too long. */
export function shortPathTo(target: string, room = 0): ShortPath {
  if (Buffer.byteLength(target) + room <= maxSocketPathLength) return { path: target, release: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "roo-"));
  const path = join(folder, "l");
  symlinkSync(target, path);
  return { path, release: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Throws `ipc_path_too_long` for a path that programs other than ours could not connect to. */
export function requireShortPath(given: string): void {
  if (isPipe(endpointOf(given))) return;
  const path = resolve(given);
  const bytes = Buffer.byteLength(path);
  if (bytes <= maxSocketPathLength) return;
  throw new RooError({
    code: "ipc_path_too_long",
    message: `The socket path ${path} has ${bytes} bytes; the system takes ${maxSocketPathLength} at most.`,
    next: "Choose a shorter path, such as one in /tmp or $XDG_RUNTIME_DIR, with --ipc or ROO_CODE_IPC_SOCKET_PATH.",
  });
}

const pipes = "\\\\.\\pipe\\";

/** Where a server listens and a client connects: on Windows a named pipe made from the path, elsewhere the path itself. */
export function endpointOf(path: string, platform: string = process.platform): string {
  if (platform !== "win32" || path.startsWith(pipes)) return path;
  return `${pipes}${path.replace(/^\//, "").replaceAll("/", "-")}`;
}

export function isPipe(endpoint: string): boolean {
  return endpoint.startsWith(pipes);
}
