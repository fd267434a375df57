import { readFile, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { RooError, type SnapshotDiff } from "@roo-code/types";
import type { GitStatus } from "@roo-code/types/api";
import { gitFailed, gitNotFound } from "./git-program.ts";
import { type Git, type GitParts, harmlessGit, openGit } from "./open-git.ts";
import { parseDiff, parseStatus } from "./parse-git.ts";
import { changeGit, type GitChange } from "./run-git.ts";

const maxBytes = 8 * 1024 * 1024;
const maxShown = 256 * 1024;

/**
 * The git repository of a folder, limited to that folder. Reading runs nothing that came with the repository; writing runs
 * its hooks and filters only where the folder is trusted.
 */
export class Repository {
  readonly #parts: GitParts;
  readonly #query: Git;
  readonly #change: GitChange;
  readonly #prefix: string;

  private constructor(parts: GitParts, opened: { query: Git; change: GitChange; prefix: string }) {
    this.#parts = parts;
    this.#query = opened.query;
    this.#change = opened.change;
    this.#prefix = opened.prefix;
  }

  /** Throws `RooError` `git_not_found`, `not_a_repository`. */
  static async open(parts: GitParts & { readonly isTrusted: boolean }): Promise<Repository> {
    const [harmless, query] = await Promise.all([harmlessGit(parts), openGit(parts)]);
    if (!harmless || !query) throw gitNotFound();
    const found = await query(["rev-parse", "--is-inside-work-tree", "--show-prefix"]);
    const [isInside, prefix = ""] = found?.output.split("\n") ?? [];
    if (isInside !== "true") throw notARepository();
    return new Repository(parts, { query, prefix, change: changeGit(parts, harmless) });
  }

  async status(): Promise<GitStatus> {
    const args = ["status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--", "."];
    return parseStatus(await this.#read(args), this.#prefix);
  }

  /** Uncommitted changes, untracked files included. */
  async diff(path?: string): Promise<SnapshotDiff> {
    const below = path ? inside(path) : ".";
    const options = ["--no-ext-diff", "--no-textconv", "--no-renames", "--raw", "-z", "--patch"];
    const result = await this.#query(["diff", ...options, await this.#head(), "--", below], maxBytes);
    if (!result) throw gitFailed("diff");
    const known = parseDiff(result, this.#prefix);
    const { files } = await this.status();
    const untracked = files.filter((file) => file.state === "untracked" && covers(below, file.path));
    const added = await Promise.all(untracked.slice(0, 100).map((file) => this.#untracked(file.path)));
    return { files: [...known.files, ...added], isTruncated: known.isTruncated || untracked.length > added.length };
  }

  /** Commits those paths, or everything in the folder. Resolves to the commit. Throws `nothing_to_commit`, `git_failed`. */
  async commit({ message, paths }: { message: string; paths?: readonly string[] | undefined }): Promise<string> {
    const selected = paths ? paths.map(inside) : ["."];
    if (selected.length === 0) throw nothingToCommit();
    await this.#change(["add", "--all", "--", ...selected]);
    const staged = await this.#query(["diff", "--cached", "--name-only", "--", ...selected]);
    if (!staged?.output.trim()) throw nothingToCommit();
    await this.#change(["commit", "--quiet", "--only", "--file", "-", "--", ...selected], message);
    return (await this.#read(["rev-parse", "HEAD"])).trim();
  }

  async branches(): Promise<{ readonly current: string | null; readonly branches: readonly string[] }> {
    const { branch } = await this.status();
    const listed = await this.#read(["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads"]);
    return { current: branch, branches: listed.split("\n").filter((name) => name !== "") };
  }

  /** Throws `unknown_branch`, `branch_exists`, `git_failed`. */
  async switchTo({ name, isNew }: { readonly name: string; readonly isNew: boolean }): Promise<GitStatus> {
    const isName = await this.#query(["check-ref-format", `refs/heads/${name}`]);
    if (!isName || name.startsWith("-")) throw unknownBranch(name);
    const exists = (await this.#query(["show-ref", "--verify", "--quiet", `refs/heads/${name}`])) !== undefined;
    if (isNew && exists) throw branchExists(name);
    if (!isNew && !exists) throw unknownBranch(name);
    await this.#change(["switch", "--quiet", ...(isNew ? ["--create"] : []), name]);
    return this.status();
  }

  /** The newest commit, or the empty tree where there is none. */
  async #head(): Promise<string> {
    if (await this.#query(["rev-parse", "--verify", "--quiet", "HEAD"])) return "HEAD";
    return (await this.#read(["hash-object", "-t", "tree", "/dev/null"])).trim();
  }

  async #read(args: readonly string[]): Promise<string> {
    const result = await this.#query(args, maxBytes);
    if (!result) throw gitFailed(args[0] ?? "");
    return result.output;
  }

  async #untracked(path: string): Promise<SnapshotDiff["files"][number]> {
    const file = join(this.#parts.folder, path);
    const isSmall = await stat(file).then(
      (found) => found.isFile() && found.size <= maxShown,
      () => false,
    );
    const content = isSmall ? await readFile(file).catch(() => undefined) : undefined;
    if (!content || content.includes(0)) return { path, change: "added" };
    const lines = content.toString("utf8").split("\n");
    const isEnded = lines.at(-1) === "";
    if (isEnded) lines.pop();
    const shown = lines.map((line) => `+${line}\n`).join("");
    const end = isEnded ? "" : "\\ No newline at end of file\n";
    const head = `diff --git a/${path} b/${path}\nnew file\n--- /dev/null\n+++ b/${path}\n`;
    return { path, change: "added", text: `${head}@@ -0,0 +1,${lines.length} @@\n${shown}${end}` };
  }
}

function covers(below: string, path: string): boolean {
  return below === "." || path === below || path.startsWith(`${below}/`);
}

/** Git would accept a path outside of the folder if it is in the repository. */
function inside(path: string): string {
  const normal = posix.normalize(path.replaceAll("\\", "/")).replace(/\/$/, "");
  if (!normal.startsWith("/") && normal !== ".." && !normal.startsWith("../") && !normal.includes("\0")) return normal;
  throw new RooError({
    code: "path_outside",
    message: `The path ${JSON.stringify(path.slice(0, 200))} is outside of the folder.`,
  });
}

function notARepository(): RooError {
  return new RooError({
    code: "not_a_repository",
    message: "The folder is not in a git repository.",
    next: "Create one with: git init",
  });
}

function nothingToCommit(): RooError {
  return new RooError({ code: "nothing_to_commit", message: "There are no changes to commit." });
}

function unknownBranch(name: string): RooError {
  return new RooError({ code: "unknown_branch", message: `There is no branch ${JSON.stringify(name)}.` });
}

function branchExists(name: string): RooError {
  return new RooError({ code: "branch_exists", message: `The branch ${JSON.stringify(name)} already exists.` });
}
