/** Whether a hook's `match` matches a tool: names with `*` and `?`, separated by `|`, case-insensitive. */
export function matchesTool(match: string | undefined, tool: string): boolean {
  if (match === undefined) return true;
  return match.split("|").some((pattern) => matches(pattern.trim().toLowerCase(), tool.toLowerCase()));
}

/** Backtracks only to the last star, so no pattern takes exponential time. */
function matches(pattern: string, name: string): boolean {
  let [at, star, retry] = [0, -1, 0];
  for (let index = 0; index < name.length; ) {
    if (pattern[at] === "*") {
      star = at;
      retry = index;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === name[index])) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      retry += 1;
      index = retry;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
