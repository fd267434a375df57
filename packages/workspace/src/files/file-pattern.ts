import { ToolFailure } from "@roo-code/types";
import ignore from "ignore";
import { boundRules, isBounded, isTooDeep } from "./bounded-globs.ts";
import { ignoreOptions } from "./roo-ignore.ts";

/** Matches workspace-relative paths against a glob: without `/` by name, else by path. Throws `ToolFailure` `invalid_pattern`. */
export function filePatternMatcher(pattern: string, folder: string): (path: string) => boolean {
  const patterns = expandBraces(pattern).map(escapeSpecial);
  if (!patterns.every(isBounded))
    throw new ToolFailure(
      "invalid_pattern",
      `The pattern ${pattern.slice(0, 200)} has too many **. Use three at most.`,
    );
  const matcher = ignore(ignoreOptions).add(patterns.flatMap(boundRules));
  const prefix = folder === "." ? "" : `${folder}/`;
  // Models write the pattern relative to the root or to the folder they search.
  return (path) =>
    !isTooDeep(path, patterns) &&
    (matcher.ignores(path) || (prefix !== "" && path.startsWith(prefix) && matcher.ignores(path.slice(prefix.length))));
}

/** A glob for the names of matching files, for searches that filter by name; undefined if there is none. */
export function namePatterns(pattern: string): readonly string[] | undefined {
  const names = expandBraces(pattern).map((one) => one.slice(one.lastIndexOf("/") + 1));
  return names.every((name) => name !== "" && name !== "**" && isPlainGlob(name)) ? names : undefined;
}

const maxExpansions = 64;

/**
 * `*.{ts,tsx}` → `*.ts`, `*.tsx`: gitignore syntax has no braces.
 * @internal
 */
export function expandBraces(pattern: string): readonly string[] {
  let patterns: readonly string[] = [pattern];
  for (;;) {
    const expanded = new Set(patterns.flatMap(expandFirst));
    if (expanded.size > maxExpansions || patterns.every((one) => expanded.has(one))) return patterns;
    patterns = [...expanded];
  }
}

function expandFirst(pattern: string): readonly string[] {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [whole, inner = ""] = braces;
  const head = pattern.slice(0, braces.index);
  const tail = pattern.slice(braces.index + whole.length);
  return inner.split(",").map((alternative) => head + alternative + tail);
}

/** `!` and `#` are special at the start of a gitignore line, but not of a glob. */
function escapeSpecial(pattern: string): string {
  return pattern.startsWith("!") || pattern.startsWith("#") ? `\\${pattern}` : pattern;
}

function isPlainGlob(name: string): boolean {
  return !/[{}[\]\\]/.test(name);
}
