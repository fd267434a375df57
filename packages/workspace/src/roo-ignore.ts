import { type BigIntStats, closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolFailure } from "@roo-code/types";
import ignore from "ignore";
import { boundRules, isTooDeep } from "./bounded-globs.ts";
import type { ConfinedPath } from "./confine.ts";
import { IgnoredInodes } from "./ignored-inodes.ts";

/** Whether the person keeps a path (workspace-relative; folders with a trailing `/`) from the agent. */
export type IsIgnored = (path: string) => boolean;

export const ignoreOptions = { ignorecase: process.platform !== "linux", allowRelativePaths: true };

const nothingIgnored: IsIgnored = () => false;

/** The rules of `.rooignore` at the root of the workspace, read again whenever it changes. */
export class RooIgnore {
  readonly #file: string;
  readonly #inodes: IgnoredInodes;
  #stamp = "";
  #isIgnored: IsIgnored = nothingIgnored;

  constructor(root: string) {
    this.#file = join(root, ".rooignore");
    this.#inodes = new IgnoredInodes(root);
  }

  load(): IsIgnored {
    const file = openIfThere(this.#file);
    if (file === undefined) {
      this.#stamp = "";
      this.#isIgnored = nothingIgnored;
      return this.#isIgnored;
    }
    try {
      const found = fstatSync(file, { bigint: true });
      const stamp = found.isFile() ? `${found.ino}-${found.size}-${found.mtimeNs}` : "";
      if (stamp !== this.#stamp)
        this.#isIgnored = stamp === "" ? nothingIgnored : toMatcher(readFileSync(file, "utf8"));
      this.#stamp = stamp;
      return this.#isIgnored;
    } finally {
      closeSync(file);
    }
  }

  /** Throws `ToolFailure` `ignored_path` for a path, or a folder, that the rules match. */
  check(path: ConfinedPath): void {
    if (path.relative === ".") return;
    const isIgnored = this.load();
    if (isIgnored(path.relative) || isIgnored(`${path.relative}/`)) throw ignoredPath(path.given);
  }

  /** Whether a file, whatever its name, is one that the rules match by another name. */
  isKept(stat: BigIntStats): boolean {
    const isIgnored = stat.nlink > 1n ? this.load() : nothingIgnored;
    return isIgnored !== nothingIgnored && this.#inodes.has(stat, isIgnored);
  }
}

export function ignoredPath(given: string): ToolFailure {
  return new ToolFailure(
    "ignored_path",
    `"${given}" is kept from you by .rooignore. Go on without it, or ask the user for what you need from it.`,
  );
}

/** Somebody may have put a pipe there, whose other end would be waited for. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function toMatcher(rules: string): IsIgnored {
  const bounded = boundRules(rules);
  const matcher = ignore(ignoreOptions).add(bounded);
  return (path) => isTooDeep(path, bounded) || matcher.ignores(path);
}
