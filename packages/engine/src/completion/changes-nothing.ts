/** Read-only programs, and the options with which they are not. */
const readOnlyPrograms: ReadonlyMap<string, RegExp | undefined> = new Map([
  ...withoutOptions(
    "cd ls pwd cat head tail wc echo printf true test [ which stat du df ps date sleep uname whoami grep egrep fgrep diff cmp basename dirname realpath",
  ),
  ["rg", /\s--pre\b/],
  ["find", /\s-(?:delete|exec|ok|fprint|fls)/],
  ["sort", /\s(?:-\w*o|--output)/],
  ["tree", /\s-o\b/],
  ["git", /\s(?:--output|--ext-diff|--textconv|-O)/],
]);
const readOnlyGit: ReadonlySet<string> = new Set(
  "status diff log show blame grep ls-files rev-parse describe add".split(" "),
);

/** Whether a simple command obviously changes no file. False for unknown commands. */
export function changesNothing(text: string): boolean {
  const bare = text
    .replaceAll(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, (quoted) =>
      /^"[\s\S]*(?:\$\(|`)/.test(quoted) ? "`" : "_",
    )
    .replaceAll(/\d?>&\d|&?\d?>{1,2}\s*\/dev\/null(?=\s|$)/g, "")
    .trim();
  if (/[>`]|\$\(|<\(/.test(bare)) return false;
  if (/^[\w./-]+ --version$/.test(bare)) return true;
  const [program = "", first = ""] = bare.split(/\s+/);
  if (!readOnlyPrograms.has(program) || readOnlyPrograms.get(program)?.test(bare) === true) return false;
  return program !== "git" || readOnlyGit.has(first);
}

function withoutOptions(text: string): [string, undefined][] {
  return text.split(" ").map((word) => [word, undefined]);
}
