import { hasHiddenCharacters, type WriteCapability } from "@roo-code/types";

/** Longer paths are not matched: the time of a match may grow with the cube of the length. */
const maxPathLength = 500;
const compiled = new Map<string, RegExp | null>();
const maxCompiled = 500;

/**
 * Whether a file may be written. Takes a workspace-relative path with links resolved. A name with invisible characters
 * matches nothing: `y.txt\n.md` is not a Markdown file. Never throws.
 */
export function mayWrite(write: WriteCapability, path: string): boolean {
  if (write === "none" || write === "all") return write === "all";
  if (path.length > maxPathLength || hasHiddenCharacters(path)) return false;
  return write.patterns.every((list) => list.some((pattern) => matches(pattern, path)));
}

/** An invalid pattern matches nothing: an unreadable restriction must not allow anything. */
function matches(pattern: string, path: string): boolean {
  return expressionOf(pattern)?.test(path) ?? false;
}

function expressionOf(pattern: string): RegExp | null {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= maxCompiled) compiled.clear();
  const expression = compile(pattern);
  compiled.set(pattern, expression);
  return expression;
}

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern);
  } catch {
    return null;
  }
}
