/** A regular expression's structure, as far as its running time depends on it. */
export type PatternNode =
  /** Matches exactly one character. */
  | { readonly type: "character"; readonly source: string }
  /** `^`, `$`, `\b`: consumes nothing. */
  | { readonly type: "assertion"; readonly source: string }
  | { readonly type: "reference" }
  | PatternGroup
  | { readonly type: "repeat"; readonly node: PatternNode; readonly min: number; readonly max: number };

export interface PatternGroup {
  readonly type: "group";
  readonly alternatives: readonly Sequence[];
  /** A lookahead or lookbehind, which consumes nothing. */
  readonly isLook: boolean;
}

export type Sequence = readonly PatternNode[];

const group = /\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/y;
const reference = /\\(?:[1-9]|k)/y;
const assertion = /[$^]|\\[bB]/y;
const character =
  /\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])|[\s\S]/y;
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

/** The alternatives of a pattern that `RegExp` compiles. */
export function parsePattern(source: string): readonly Sequence[] {
  let index = 0;
  return parseAlternatives();

  function parseAlternatives(): Sequence[] {
    let current: PatternNode[] = [];
    const alternatives = [current];
    while (index < source.length && source[index] !== ")") {
      if (!consume(/\|/y)) current.push(parseTerm());
      else alternatives.push((current = []));
    }
    return alternatives;
  }

  function parseTerm(): PatternNode {
    const node = parseSingle();
    const found = consume(quantifier);
    return found ? { type: "repeat", node, ...rangeOf(found) } : node;
  }

  function parseSingle(): PatternNode {
    const opening = consume(group);
    if (opening) {
      const alternatives = parseAlternatives();
      index += 1;
      return { type: "group", alternatives, isLook: /[=!]$/.test(opening[0]) };
    }
    if (consume(reference)) return { type: "reference" };
    const asserted = consume(assertion);
    if (asserted) return { type: "assertion", source: asserted[0] };
    return { type: "character", source: consume(character)?.[0] ?? "" };
  }

  function consume(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = index;
    const found = pattern.exec(source);
    if (found) index += found[0].length;
    return found;
  }
}

function rangeOf([, sign, lower, comma, upper]: RegExpExecArray): { min: number; max: number } {
  if (sign === "?") return { min: 0, max: 1 };
  if (sign !== undefined) return { min: sign === "+" ? 1 : 0, max: Number.POSITIVE_INFINITY };
  const min = Number(lower);
  if (!comma) return { min, max: min };
  return { min, max: upper ? Number(upper) : Number.POSITIVE_INFINITY };
}
