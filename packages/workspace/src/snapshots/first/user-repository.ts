import { execFile } from "node:child_process";
import { existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { systemErrorCode } from "@roo-code/types";
import type { StoreFolder } from "../store-folder.ts";

/** The user's own repository of a workspace, whose objects can be used for snapshots. */
export interface UserRepository {
  readonly index: string;
  readonly objects: string;
  /** The workspace in it: empty, or ends with `/`. */
  readonly prefix: string;
  /** Its `info/attributes`, and the user's attributes file. */
  readonly attributes: readonly string[];
}

/** undefined if there is none, or if it is not the user's own, or if its objects have other names (SHA-256). */
export async function findUserRepository(workspace: string, program: string): Promise<UserRepository | undefined> {
  const top = topFolder(workspace);
  if (top === undefined) return undefined;
  try {
    const gitFolder = gitFolderOf(join(top, ".git"));
    if (process.getuid !== undefined && statSync(gitFolder).uid !== process.getuid()) return undefined;
    const common = join(gitFolder, "commondir");
    const shared = existsSync(common) ? resolve(gitFolder, readFileSync(common, "utf8").trim()) : gitFolder;
    if (/objectformat\s*=\s*sha256/i.test(readFileSync(join(shared, "config"), "utf8"))) return undefined;
    const prefix = relative(top, workspace).split(sep).join("/");
    return {
      index: join(gitFolder, "index"),
      objects: join(shared, "objects"),
      prefix: prefix === "" ? "" : `${prefix}/`,
      attributes: [join(shared, "info", "attributes"), await userAttributes(workspace, program)],
    };
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Gives the packs a second name in the store: they stay there even if the user's repository replaces or loses them. */
export function linkPacks({ objects }: UserRepository, store: StoreFolder): void {
  const target = join(store.path, "objects", "pack");
  for (const name of readdirSync(join(objects, "pack")).filter((one) => one.endsWith(".pack"))) {
    const index = name.replace(/pack$/, "idx");
    // A pack without its index is ignored; the other way round git would report it.
    for (const file of [name, index]) linkOnce(join(objects, "pack", file), join(target, file));
  }
}

export function linkLooseObject({ objects }: UserRepository, store: StoreFolder, oid: string): boolean {
  const [folder, name] = [oid.slice(0, 2), oid.slice(2)];
  const from = join(objects, folder, name);
  if (!existsSync(from)) return false;
  mkdirSync(join(store.path, "objects", folder), { recursive: true, mode: 0o700 });
  linkOnce(from, join(store.path, "objects", folder, name));
  return true;
}

function linkOnce(from: string, to: string): void {
  if (!existsSync(to)) linkSync(from, to);
}

function topFolder(workspace: string): string | undefined {
  for (let folder = workspace; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** A `.git` file names the folder: in a linked worktree, or in a submodule. */
function gitFolderOf(path: string): string {
  if (lstatSync(path).isDirectory()) return path;
  const named = /^gitdir:\s*(.+)$/m.exec(readFileSync(path, "utf8"))?.[1]?.trim() ?? "";
  return realpathSync(resolve(dirname(path), named));
}

async function userAttributes(workspace: string, program: string): Promise<string> {
  const usual = join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "git", "attributes");
  const asked = ["config", "--type=path", "--get", "core.attributesFile"];
  const { stdout } = await promisify(execFile)(program, asked, { cwd: workspace }).catch(() => ({ stdout: "" }));
  return stdout.trim() || usual;
}
