import { spawnSync } from "node:child_process";
import { root } from "./workspace.ts";

/** `owner/name` on GitHub, in CI from its environment, else from the remote `origin`; undefined if there is none. */
export function findRepository(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  if (environment["GITHUB_REPOSITORY"]) return environment["GITHUB_REPOSITORY"];
  const { stdout } = spawnSync("git", ["remote", "get-url", "origin"], { cwd: root, encoding: "utf8" });
  return repositoryOf(stdout.trim());
}

/** From `https://github.com/owner/name.git` or `git@github.com:owner/name`. */
export function repositoryOf(address: string): string | undefined {
  return /^(?:https:\/\/|ssh:\/\/git@|git@)github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(address)?.[1];
}
