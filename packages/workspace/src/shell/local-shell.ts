import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import type { WorkspaceShell } from "@roo-code/types";
import { findShell } from "../command-shell.ts";
import { confine, type WorkspaceRoot } from "../confine.ts";
import { homeFor, ownHomeFolder } from "../sandbox/own-home.ts";
import { expandGlob } from "./expand-glob.ts";
import { findOwnProgram, type ProgramSearch } from "./find-own-program.ts";
import { realPath } from "./real-path.ts";

export interface LocalShellOptions {
  readonly root: WorkspaceRoot;
  /** What commands get. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where we keep our own files, when commands are confined: their home is there. */
  readonly sandboxHome?: string | undefined;
}

/** Everybody's, and a task's. */
const sharedFolders = ["/tmp", "/var/tmp", "/dev/shm"];

/** What is asked about commands before they run: which programs and files their words lead to on this machine. */
export function localShell({ root, environment, sandboxHome }: LocalShellOptions): WorkspaceShell {
  let known: ProgramSearch | undefined;
  const search = () => (known ??= searchOf({ root, environment, sandboxHome }));
  return {
    kind: findShell().program.endsWith("bash") ? "bash" : "sh",
    findOwnProgram: (name, folder) => findOwnProgram(name, folder, search()),
    realPath: (file) => realPath(root.real, file),
    expand: (glob) => expandGlob(root.real, glob),
    exists: (file) => isThere(root, file),
  };
}

/** Not before it is needed: it takes a hash, which a start does without. */
function searchOf({ root, environment, sandboxHome }: LocalShellOptions): ProgramSearch {
  const { PATH: path = "", TMPDIR: temp = tmpdir() } = environment;
  const writable = [...sharedFolders, temp].filter((folder) => folder.startsWith("/") && folder !== "/");
  const search = { root: root.real, path, writable };
  if (sandboxHome === undefined) return search;
  const own = ownHomeFolder({ home: sandboxHome, root: root.real });
  return { ...search, home: { seen: homeFor(environment), own } };
}

function isThere(root: WorkspaceRoot, path: string): boolean {
  try {
    return existsSync(confine(root, path).absolute);
  } catch {
    return false;
  }
}
