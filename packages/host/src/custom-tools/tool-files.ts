import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ConfigurationNotice } from "@roo-code/types";

export interface ToolFolder {
  readonly path: string;
  readonly origin: "user" | "project";
  /** Absolute, sorted by name. */
  readonly files: readonly string[];
  /** How many files are beyond the limit. */
  readonly unused: number;
}

const maxFiles = 100;
const toolFile = /^(?!\.).+\.m?[tj]s$/;
const typesOnly = /\.d\.m?ts$/;

/** The folders with tools: the user's, then the project's. In the home folder they are the same, the user's. */
export function findToolFolders({ home, workspace }: { home: string; workspace: string }): ToolFolder[] {
  const user = toolFolder(join(home, "tools"), "user");
  const project = toolFolder(join(workspace, ".roo", "tools"), "project");
  if (user && project && realpathSync(user.path) === realpathSync(project.path)) return [user];
  return [user, project].filter((folder) => folder !== undefined);
}

export function notTrusted({ path }: ToolFolder): ConfigurationNotice {
  const message = `${path}: its tools are not used, because this folder is not trusted (roo config trust).`;
  return { code: "not_trusted", source: path, message };
}

/** A hash of all names and contents in the folder, so that changes to imported files count as well. */
export function fingerprintOf({ path }: ToolFolder): string {
  const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
  for (const file of filesBelow(path))
    hash
      .update(`${file}\0`)
      .update(contentOf(join(path, file)))
      .update("\0");
  return hash.digest("hex");
}

function toolFolder(path: string, origin: ToolFolder["origin"]): ToolFolder | undefined {
  const names = namesIn(path).filter((name) => toolFile.test(name) && !typesOnly.test(name));
  if (names.length === 0) return undefined;
  const used = names.sort().slice(0, maxFiles);
  return { path, origin, files: used.map((name) => join(path, name)), unused: names.length - used.length };
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Skips installed packages, which have too many files. */
function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === ".git") return [];
    return entry.isDirectory()
      ? filesBelow(join(folder, entry.name)).map((name) => join(entry.name, name))
      : [entry.name];
  });
  return names.sort();
}

function contentOf(file: string): Uint8Array {
  try {
    // Reading a pipe would block forever.
    return statSync(file).isFile() ? readFileSync(file) : new Uint8Array();
  } catch {
    return new Uint8Array();
  }
}
