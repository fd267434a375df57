/** Indents a line of the replacement for the matched location. */
export type Reindent = (line: string) => string;

export const keepIndentation: Reindent = (line) => line;

interface IndentedTexts {
  /** What the model wrote. */
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** The lines matched by `search`. */
  readonly found: readonly string[];
}

/**
 * The one shift that explains every difference of indentation between the search text and the match; undefined when
 * there is none: then it is not the same text.
 */
export function findReindent(texts: IndentedTexts): Reindent | undefined {
  const pairs = texts.search.flatMap((line, index): Pair[] =>
    line.trim() === "" ? [] : [{ from: indentOf(line), to: indentOf(texts.found[index] ?? "") }],
  );
  if (pairs.every(({ from, to }) => from === to)) return keepIndentation;
  const units = (): Reindent | undefined => changeUnits(pairs, texts.replace);
  const prefix = (): Reindent | undefined => shiftPrefix(pairs);
  // Tabs for spaces: a shifted prefix would leave both in one line.
  return usesOtherCharacter(pairs) ? (units() ?? prefix()) : (prefix() ?? units());
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Every line is deeper or shallower by the same characters. */
function shiftPrefix(pairs: readonly Pair[]): Reindent | undefined {
  const shallowest = pairs.toSorted((left, right) => left.from.length - right.from.length)[0];
  if (!shallowest) return undefined;
  const shared = commonSuffixLength(shallowest.from, shallowest.to);
  const removed = shallowest.from.slice(0, shallowest.from.length - shared);
  const added = shallowest.to.slice(0, shallowest.to.length - shared);
  const shift = (indent: string): string => {
    if (indent.startsWith(removed)) return added + indent.slice(removed.length);
    // Shallower than anything in the search text.
    return added.slice(0, Math.max(0, added.length - (removed.length - indent.length)));
  };
  return pairs.every(({ from, to }) => shift(from) === to) ? (line) => replaceIndent(line, shift) : undefined;
}

/** Every line has the same number of steps, with another step: a number of spaces, or a tab. */
function changeUnits(pairs: readonly Pair[], replace: readonly string[]): Reindent | undefined {
  const fromUnit = unitOf([...pairs.map(({ from }) => from), ...replace.map(indentOf)]);
  const toUnit = unitOf(pairs.map(({ to }) => to));
  if (fromUnit === undefined || toUnit === undefined) return undefined;
  const offset = depth(pairs[0]?.to ?? "", toUnit) - depth(pairs[0]?.from ?? "", fromUnit);
  const convert = (indent: string): string => {
    const steps = Math.floor(depth(indent, fromUnit));
    const rest = indent.slice(steps * fromUnit.length);
    return toUnit.repeat(Math.max(0, steps + offset)) + rest;
  };
  return pairs.every(({ from, to }) => convert(from) === to) ? (line) => replaceIndent(line, convert) : undefined;
}

/** A tab, or the largest number of spaces that divides all indentations; undefined for a mixture. */
function unitOf(indents: readonly string[]): string | undefined {
  const used = indents.filter((indent) => indent !== "");
  if (used.every((indent) => /^\t+$/.test(indent))) return "\t";
  if (!used.every((indent) => /^ +$/.test(indent))) return undefined;
  return " ".repeat(used.map((indent) => indent.length).reduce(greatestCommonDivisor));
}

function usesOtherCharacter(pairs: readonly Pair[]): boolean {
  const joined = { from: pairs.map(({ from }) => from).join(""), to: pairs.map(({ to }) => to).join("") };
  return (/^ +$/.test(joined.from) && /^\t+$/.test(joined.to)) || (/^\t+$/.test(joined.from) && /^ +$/.test(joined.to));
}

function replaceIndent(line: string, change: (indent: string) => string): string {
  if (line.trim() === "") return line;
  const indent = indentOf(line);
  return change(indent) + line.slice(indent.length);
}

export function indentOf(line: string): string {
  return /^[\t ]*/.exec(line)?.[0] ?? "";
}

function depth(indent: string, unit: string): number {
  return indent.length / unit.length;
}

function commonSuffixLength(left: string, right: string): number {
  let length = 0;
  while (length < Math.min(left.length, right.length) && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return length;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
