export type CharacterSet = ReadonlySet<string>;

/** Characters that tell the sets of a pattern apart: Latin-1, a line separator, and one that stands for all others. */
const universe = [...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)), "\u2028", "中"];
const everything: CharacterSet = new Set(universe);

/** What a one-character pattern such as `.`, `\w` or `[^/]` matches; too much rather than too little. */
export function characterSet(source: string): CharacterSet {
  // Of what lies beyond the universe we could not say whether two sets share it.
  if (/[^\0-\xFF]|\\u/.test(source)) return everything;
  const literal = /^(?:\\([^a-zA-Z0-9])|([^.[\\]))$/.exec(source);
  if (literal) return new Set([literal[1] ?? literal[2] ?? ""]);
  const pattern = new RegExp(`^(?:${source})$`);
  return new Set(universe.filter((character) => pattern.test(character)));
}

export function isDisjoint(left: CharacterSet, right: CharacterSet): boolean {
  for (const character of left) if (right.has(character)) return false;
  return true;
}

export function unionOf(sets: readonly CharacterSet[]): CharacterSet {
  return new Set(sets.flatMap((set) => [...set]));
}
