import { hasHiddenCharacters, isProtectedPath } from "@roo-code/types";
import type { IsIgnored } from "../roo-ignore.ts";

/** The time of a match may grow with the third power of the length: patterns are not tried on longer ones. */
const longestPath = 500;

/** Whether a path matches one pattern of each list, is what it looks like, and is neither protected nor kept from the agent. */
export function mayWriteWith(
  patterns: readonly (readonly string[])[],
  isIgnored: IsIgnored,
): (path: string) => boolean {
  const lists = patterns.map((list) => list.map((pattern) => new RegExp(pattern)));
  return (path) =>
    path.length <= longestPath &&
    !hasHiddenCharacters(path) &&
    lists.every((list) => list.some((pattern) => pattern.test(path))) &&
    !isProtectedPath(path) &&
    !isIgnored(path);
}
