import { hasHiddenCharacters, type WriteCapability } from "@roo-code/types";

/** The time of a match may grow with the third power of the length: patterns are not tried on longer ones. */
const maxPathLength = 500;
const compiled = new Map<string, RegExp | null>();
const maxCompiled = 500;

/**
 * Whether a file may be written, by its workspace-relative path through all links. A name with characters that nobody sees
 * matches nothing: `y.txt\n.md` is no Markdown file. Never throws.
 */
export function mayWrite(write: WriteCapability, path: string): boolean {
  if (write === "none" || write === "all") return write === "all";
  if (path.length > maxPathLength || hasHiddenCharacters(path)) return false;
  return write.patterns.every((list) => list.some((pattern) => matches(pattern, path)));
}

/** A pattern that is none matches nothing: with a restriction that cannot be read nothing is allowed. */
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
