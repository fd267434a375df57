const compiled = new Map<string, RegExp>();
const mostCompiled = 1_000;

/** Whether a glob means a path: `*` within a name, `**` across folders, `{a,b}`, `?`. A folder means all that is below. */
export function matchesGlob(glob: string, path: string, { ignoresCase }: { ignoresCase: boolean }): boolean {
  const key = `${ignoresCase ? "i" : ""}:${glob}`;
  let pattern = compiled.get(key);
  if (!pattern) {
    if (compiled.size >= mostCompiled) compiled.clear();
    pattern = new RegExp(`^${toPattern(glob)}$`, ignoresCase ? "is" : "s");
    compiled.set(key, pattern);
  }
  return pattern.test(path);
}

const tokens = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|[*?{]/g;

function toPattern(glob: string): string {
  const trimmed = glob.replace(/^\.\//, "").replace(/\/$/, "/**");
  return (trimmed.match(tokens) ?? []).map(tokenPattern).join("");
}

function tokenPattern(token: string): string {
  if (token === "**/") return "(?:[^/]+/)*";
  if (token === "**") return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token.startsWith("{") && token.endsWith("}"))
    return `(?:${token.slice(1, -1).split(",").map(escaped).join("|")})`;
  return escaped(token);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
