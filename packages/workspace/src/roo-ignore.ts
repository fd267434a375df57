import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ToolFailure } from "@roo-code/types";
import ignore from "ignore";
import type { ConfinedPath } from "./confine.ts";

/** Whether the person keeps a path (workspace-relative; folders with a trailing `/`) from the agent. */
export type IsIgnored = (path: string) => boolean;

export const ignoreOptions = { ignorecase: process.platform !== "linux", allowRelativePaths: true };

/** The rules of `.rooignore` at the root of the workspace, read again whenever it changes. */
export class RooIgnore {
  readonly #file: string;
  #stamp = "";
  #isIgnored: IsIgnored = () => false;

  constructor(root: string) {
    this.#file = join(root, ".rooignore");
  }

  load(): IsIgnored {
    const found = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    const stamp = found?.isFile() ? `${found.ino}-${found.size}-${found.mtimeNs}` : "";
    if (stamp === this.#stamp) return this.#isIgnored;
    this.#isIgnored = stamp === "" ? () => false : toMatcher(readFileSync(this.#file, "utf8"));
    this.#stamp = stamp;
    return this.#isIgnored;
  }

  /** Throws `ToolFailure` `ignored_path` for a path, or a folder, that the rules match. */
  check(path: ConfinedPath): void {
    if (path.relative === ".") return;
    const isIgnored = this.load();
    if (!isIgnored(path.relative) && !isIgnored(`${path.relative}/`)) return;
    throw new ToolFailure(
      "ignored_path",
      `"${path.given}" is kept from you by .rooignore. Go on without it, or ask the user for what you need from it.`,
    );
  }
}

function toMatcher(rules: string): IsIgnored {
  const matcher = ignore(ignoreOptions).add(rules);
  return (path) => matcher.ignores(path);
}
