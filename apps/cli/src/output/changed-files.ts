import { shownPath } from "../terminal-text.ts";

const mostNamed = 12;

/** `changed a.ts, b.ts and 3 more`; nothing where nothing was. */
export function changedFiles(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const more = paths.length - mostNamed;
  const named = paths.slice(0, mostNamed).map((path) => shownPath(path, 100));
  return `changed ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
