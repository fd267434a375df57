/** Whether a hook's `match`, names with `*` and `?` and `|` between them, means the tool. Case does not matter. */
export function matchesTool(match: string | undefined, tool: string): boolean {
  if (match === undefined) return true;
  return match.split("|").some((pattern) => toRegExp(pattern.trim()).test(tool));
}

function toRegExp(pattern: string): RegExp {
  // Stars in a row would make the expression slow.
  const source = pattern
    .replace(/\*+/g, "*")
    .replace(/[.+^${}()[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "i");
}
