import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkspaceShell } from "@roo-code/types";
import { findShell } from "../commands/command-shell.ts";
import { confine, type WorkspaceRoot } from "../files/confine.ts";
import { homeFor, sandboxHomeFolder } from "../sandbox/sandbox-home.ts";
import { findOwnProgram, type ProgramSearch } from "./find-own-program.ts";
import { realPath } from "./real-path.ts";

interface LocalShellOptions {
  readonly root: WorkspaceRoot;
  /** The environment of commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Roo's home if commands are confined: their home is in it. */
  readonly sandboxHome?: string | undefined;
}

/** Shared folders, and those of a task. */
const sharedFolders = ["/tmp", "/var/tmp", "/dev/shm"];

/** Answers questions about commands before they run: which programs and files their words refer to on this machine. */
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

/** Computed when first needed: it takes a hash, which slows down the start. */
function searchOf({ root, environment, sandboxHome }: LocalShellOptions): ProgramSearch {
  const { PATH: path = "", TMPDIR: temp = tmpdir() } = environment;
  const writable = [...sharedFolders, temp].filter((folder) => folder.startsWith("/") && folder !== "/");
  const search = { root: root.real, path, writable };
  if (sandboxHome === undefined) return search;
  const own = sandboxHomeFolder({ home: sandboxHome, root: root.real });
  return { ...search, home: { seen: homeFor(environment), own } };
}

function isThere(root: WorkspaceRoot, path: string): boolean {
  try {
    return existsSync(confine(root, path).absolute);
  } catch {
    return false;
  }
}

const maxEntries = 5_000;
const maxStars = 4;

/**
 * The targets of the files that match a bash glob, relative to the root. `[…]` matches any character: rather one
 * file too many. undefined if there is too much to scan.
 * @internal
 */
export function expandGlob(root: string, glob: string): readonly string[] | undefined {
  let looked = 0;
  let paths = [glob.startsWith("/") ? "/" : "."];
  for (const segment of glob.split("/").filter(Boolean)) {
    if (!/[*?[]/.test(segment)) {
      paths = paths.map((path) => join(path, segment));
      continue;
    }
    const pattern = patternOf(segment);
    if (!pattern) return undefined;
    const found: string[] = [];
    for (const path of paths) {
      const names = namesIn(join(path.startsWith("/") ? "/" : root, path));
      looked += names.length;
      if (looked > maxEntries) return undefined;
      found.push(...names.filter((name) => pattern.test(name)).map((name) => join(path, name)));
    }
    paths = found;
  }
  const real = paths.map((path) => realPath(root, path));
  return real.every((path) => path !== undefined) ? real : undefined;
}

function patternOf(segment: string): RegExp | undefined {
  if (segment.split("*").length - 1 > maxStars) return undefined;
  const tokens = segment.replace(/\*+/g, "*").match(/\[[^\]]+\]|[^[]|\[/g) ?? [];
  const source = tokens.map((token) => {
    if (token === "*") return ".*";
    return token === "?" || token.startsWith("[") ? "." : token.replace(/[.+^${}()|\\\]]/g, "\\$&");
  });
  // Names with a leading dot only match if the pattern has it.
  return new RegExp(`^${segment.startsWith(".") ? "" : "(?!\\.)"}${source.join("")}$`, "su");
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
