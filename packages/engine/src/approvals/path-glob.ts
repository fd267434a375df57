/** A piece of a glob, applied at all positions of the path that the pieces before it reach. */
type Token =
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "character" | "name" | "anything" | "folders" };

const compiled = new Map<string, readonly Token[]>();
const maxCompiled = 1_000;

/** Whether a glob matches a path: `*` within a name, `**` across folders, `{a,b}`, `?`. A folder matches everything below it. */
export function matchesGlob(glob: string, path: string, { ignoresCase }: { ignoresCase: boolean }): boolean {
  const tokens = tokensOf(ignoresCase ? glob.toLowerCase() : glob);
  const text = ignoresCase ? path.toLowerCase() : path;
  let positions: Uint8Array = new Uint8Array(text.length + 1);
  positions[0] = 1;
  // One pass per piece: a regular expression for `**/**/**/…` would backtrack exponentially.
  for (const token of tokens) {
    positions = positionsAfter(token, text, positions);
    if (!positions.includes(1)) return false;
  }
  return positions[text.length] === 1;
}

function tokensOf(glob: string): readonly Token[] {
  let tokens = compiled.get(glob);
  if (!tokens) {
    if (compiled.size >= maxCompiled) compiled.clear();
    const trimmed = glob.replace(/^\.\//, "").replace(/\/$/, "/**");
    tokens = (trimmed.match(pieces) ?? []).map(toToken);
    compiled.set(glob, tokens);
  }
  return tokens;
}

const pieces = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|[*?{]/g;

function toToken(piece: string): Token {
  if (piece === "**/") return { kind: "folders" };
  if (piece === "**") return { kind: "anything" };
  if (piece === "*") return { kind: "name" };
  if (piece === "?") return { kind: "character" };
  const isChoice = piece.startsWith("{") && piece.endsWith("}");
  return { kind: "texts", texts: isChoice ? piece.slice(1, -1).split(",") : [piece] };
}

function positionsAfter(token: Token, path: string, before: Uint8Array): Uint8Array {
  const after = new Uint8Array(before.length);
  switch (token.kind) {
    case "texts":
      for (const text of token.texts)
        for (let at = before.indexOf(1); at >= 0; at = before.indexOf(1, at + 1))
          if (path.startsWith(text, at)) after[at + text.length] = 1;
      return after;
    case "character":
      for (let at = 0; at < path.length; at += 1) if (before[at] && path[at] !== "/") after[at + 1] = 1;
      return after;
    case "anything":
      return after.fill(1, before.indexOf(1));
    case "name":
      for (let at = 0, isOpen = false; at <= path.length; at += 1) {
        isOpen ||= before[at] === 1;
        if (isOpen) after[at] = 1;
        if (path[at] === "/") isOpen = false;
      }
      return after;
    case "folders":
      after.set(before);
      for (let at = 0, isInName = false; at < path.length; at += 1) {
        const isSlash = path[at] === "/";
        if (isSlash && isInName) after[at + 1] = 1;
        isInName = !isSlash && (isInName || after[at] === 1);
      }
      return after;
  }
}
