import { lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { shortPathTo } from "./short-path.ts";

/** Where a server listens when nobody said where: in a folder that nobody else may enter. */
export function defaultSocketPath(id: string | number = process.pid): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\roo-code-${id}`;
  const folder = join(tmpdir(), `roo-code-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o077) !== 0)
    throw unsafe(folder, "it is not a folder that only you may enter");
  return join(folder, `roo-code-${id}.sock`);
}

/** Makes sure a socket can be put there, and that nobody else can put another in its place. Throws `RooError`. */
export async function requirePlace(path: string): Promise<void> {
  requireFolder(dirname(path));
  const stat = find(path);
  if (!stat) return;
  if (!stat.isSocket()) throw taken(path, `there is ${kindOf(stat)} already`);
  const found = await probeSocket(path);
  if (found === "live" || found === "EAGAIN") throw taken(path, "another program listens there");
  // Nobody listens any more: it is replaced.
  if (found === "ECONNREFUSED" || found === "ENOENT") return;
  throw taken(path, `there is a socket that cannot be tried (${found}), perhaps of another user`);
}

function requireFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new RooError({
      code: "ipc_no_folder",
      message: `The folder ${folder} for the socket cannot be made (${systemErrorCode(cause)}).`,
      next: "Choose a path in a folder of yours.",
      cause,
    });
  }
  const { mode } = statSync(folder);
  const isOpen = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
  if (process.platform !== "win32" && isOpen) throw unsafe(folder, "everybody may write there and replace the socket");
}

function find(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function kindOf(stat: Stats): string {
  if (stat.isSymbolicLink()) return "a symbolic link";
  if (stat.isDirectory()) return "a folder";
  return stat.isFile() ? "a file" : "something that is no socket";
}

function taken(path: string, why: string): RooError {
  const next = "Choose another path, or remove what is there.";
  return new RooError({ code: "ipc_path_taken", message: `Nothing can listen on ${path}: ${why}.`, next });
}

function unsafe(folder: string, why: string): RooError {
  const next = "Choose a path in a folder of yours.";
  return new RooError({ code: "ipc_unsafe_folder", message: `No socket is put into ${folder}: ${why}.`, next });
}

/** Whether somebody listens there: `live`, or the system's code of why not. */
function probeSocket(path: string): Promise<"live" | (string & {})> {
  const short = shortPathTo(path);
  return new Promise((resolve) => {
    const finish = (found: string) => {
      short.release();
      socket.destroy();
      resolve(found);
    };
    const socket = connect(short.path, () => finish("live"));
    socket.on("error", (error) => finish(systemErrorCode(error) ?? "unknown"));
  });
}
