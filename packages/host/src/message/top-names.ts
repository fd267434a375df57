import { type Dirent, opendirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ToolFailure, type Workspace } from "@roo-code/types";
import { shownName } from "./attachment.ts";

const maxNames = 100;
/** Larger folders are not read completely. */
const maxRead = 1000;
/** Size of the directory itself: a few thousand names. */
const smallFolder = 64 * 1024;

/**
 * The names at the top of a workspace, folders with `/`. It runs before the first request and must be fast, so it ignores
 * wildcards in `.gitignore`.
 */
export async function topNames(workspace: Workspace): Promise<readonly string[]> {
  const { names, isComplete } = readNames(workspace.root);
  if (names.length === 0) return isComplete ? ["The workspace is empty."] : [];
  const shown = await withoutIgnored(names, workspace);
  const missing = shown.length - Math.min(maxNames, shown.length);
  const more = isComplete ? `${missing}` : `at least ${missing}`;
  return [
    "At the top of the workspace:",
    ...shown.slice(0, maxNames).map(shownName),
    ...(missing > 0 || !isComplete ? [`(And ${more} more.)`] : []),
  ];
}

function readNames(root: string): { names: string[]; isComplete: boolean } {
  const isListed = plainRules(root);
  try {
    const entries = statSync(root).size > smallFolder ? readSome(root) : readdirSync(root, { withFileTypes: true });
    const names = entries
      .slice(0, maxRead)
      .filter(isListed)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return { names: names.sort(), isComplete: entries.length <= maxRead };
  } catch {
    return { names: [], isComplete: false };
  }
}

/** Reads entry by entry, for folders that may have a hundred thousand. */
function readSome(root: string): Dirent[] {
  const folder = opendirSync(root, { bufferSize: 128 });
  const entries: Dirent[] = [];
  try {
    for (let entry = folder.readSync(); entry && entries.length <= maxRead; entry = folder.readSync())
      entries.push(entry);
  } finally {
    folder.closeSync();
  }
  return entries;
}

/** Applies the lines of `.gitignore` that are plain names. */
function plainRules(root: string): (entry: Dirent) => boolean {
  const lines = (readSmallFile(join(root, ".gitignore")) ?? "").split(/\r?\n/);
  const plain = lines.flatMap((line) => /^\/?([^!#/*?[\]\\\s][^/*?[\]\\]*)(\/?)\s*$/.exec(line)?.slice(1) ?? []);
  const anything = new Set([".git", "node_modules"]);
  const folders = new Set<string>();
  for (let index = 0; index < plain.length; index += 2) {
    (plain[index + 1] === "/" ? folders : anything).add(plain[index]?.trimEnd() ?? "");
  }
  return (entry) => !anything.has(entry.name) && !(entry.isDirectory() && folders.has(entry.name));
}

async function withoutIgnored(names: readonly string[], { root, files }: Workspace): Promise<readonly string[]> {
  if (!names.includes(".rooignore") && readSmallFile(join(root, ".rooignore")) === undefined) return names;
  const visible: string[] = [];
  for (const name of names) {
    const failure = await files.stat(name).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(failure instanceof ToolFailure && failure.code === "ignored_path")) visible.push(name);
  }
  return visible;
}

const maxBytes = 64 * 1024;

/** The text of a small regular file; undefined for anything else, such as a pipe, which would block. */
export function readSmallFile(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
