import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Worktrees } from "@roo-code/types";
import { realClock } from "../snapshots/temp-snapshots.ts";
import { openWorktrees, type WorktreeOptions } from "./open-worktrees.ts";

export interface TempWorktrees extends Disposable {
  readonly root: string;
  readonly home: string;
  readonly worktrees: Worktrees;
  /** In the workspace. */
  path(relative: string): string;
  read(relative: string): string;
  write(relative: string, content: string | Uint8Array): void;
}

/** A folder with files, and another one for copies. */
export async function createTempWorktrees(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<WorktreeOptions> = {},
): Promise<TempWorktrees> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "roo-worktrees-")));
  const [root, home] = [join(base, "workspace"), join(base, "home")];
  mkdirSync(root);
  mkdirSync(home);
  for (const [relative, content] of Object.entries(files)) writeFile(join(root, relative), content);
  return {
    root,
    home,
    worktrees: await openWorktrees({ workspace: root, home, clock: realClock, ...options }),
    path: (relative) => join(root, relative),
    read: (relative) => readFileSync(join(root, relative), "utf8"),
    write: (relative, content) => writeFile(join(root, relative), content),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Creates parent folders. */
export function writeFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Git as a user runs it, without their configuration. */
export function runGit(folder: string, ...words: readonly string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.com",
  };
  return execFileSync("git", words, { cwd: folder, env, encoding: "utf8" });
}
