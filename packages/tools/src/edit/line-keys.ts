import { indentOf } from "./indentation.ts";
import { normaliseCharacters } from "./normalise-characters.ts";

/** One way in which two lines count as equal. */
export interface MatchLevel {
  /** What it ignores, for the notice. */
  readonly name: string;
  readonly key: (line: string) => string;
  readonly ignoresIndentation?: true;
  /** The lines may differ for a compiler: a changed line must keep the difference. */
  readonly mustMerge?: true;
}

/** From strict to lenient; each also ignores what the ones before it do. */
export const matchLevels = [
  { name: "exact", key: (line) => line },
  { name: "spaces at line ends", key: (line) => line.trimEnd() },
  { name: "the amount of white space", key: (line) => indentOf(line) + collapse(line) },
  { name: "indentation", key: collapse, ignoresIndentation: true },
  { name: "typographic characters", key: plainKey, ignoresIndentation: true },
  { name: "quotes and final punctuation", key: unquotedKey, ignoresIndentation: true, mustMerge: true },
] as const satisfies readonly MatchLevel[];

/** A line in plain characters with single spaces. */
export function plainKey(line: string): string {
  return collapse(normaliseCharacters(line));
}

/** Everything but white space. */
export function squeeze(line: string): string {
  return normaliseCharacters(line).replaceAll(/\s+/g, "");
}

/** Looks up the lines of a file by content; built once for all blocks. */
export class LineIndex {
  readonly lines: readonly string[];
  #exact: JoinedLines | undefined;
  #skeletons: JoinedLines | undefined;
  #lastLikely: { readonly texts: readonly string[]; readonly starts: readonly number[] } | undefined;
  #plainKeys: readonly string[] | undefined;
  #plainPositions: KeyTable | undefined;
  #words: ReadonlySet<string> | undefined;

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  /** The first line of every match of consecutive lines. */
  startsOf(level: MatchLevel, texts: readonly string[]): number[] {
    if (level.name === "exact") return this.#exactStarts(texts);
    const starts = this.#likelyStarts(texts);
    const keys = starts.length === 0 ? [] : texts.map(level.key);
    return starts.filter((start) => keys.every((key, index) => this.#keyAt(start + index, level) === key));
  }

  /** By `plainKey`, line for line. */
  get plainKeys(): readonly string[] {
    this.#plainKeys ??= this.lines.map(plainKey);
    return this.#plainKeys;
  }

  /** The positions of each plain key, from the top. */
  get plainPositions(): KeyTable {
    this.#plainPositions ??= new KeyTable(this.plainKeys);
    return this.#plainPositions;
  }

  hasWord(word: string): boolean {
    this.#words ??= new Set(this.lines.flatMap((line) => line.match(/[\p{L}\p{N}_$]+/gu) ?? []));
    return this.#words.has(word);
  }

  #keyAt(index: number, level: MatchLevel): string | undefined {
    const line = this.lines[index];
    return line === undefined ? undefined : level.key(line);
  }

  #exactStarts(texts: readonly string[]): number[] {
    this.#exact ??= new JoinedLines(this.lines.join("\n"));
    return this.#exact.startsOf(texts);
  }

  /** Lines that are equal on any level have equal skeletons: one search serves all levels. */
  #likelyStarts(texts: readonly string[]): readonly number[] {
    if (this.#lastLikely?.texts === texts) return this.#lastLikely.starts;
    this.#skeletons ??= new JoinedLines(skeleton(this.lines.join("\n")));
    const starts = this.#skeletons.startsOf(texts.map(skeleton));
    this.#lastLikely = { texts, starts };
    return starts;
  }
}

/** What no level ignores: plain letters, digits, underscores and line breaks. */
function skeleton(text: string): string {
  return normaliseCharacters(text).replaceAll(/[^\w\n]+/g, "");
}

function collapse(line: string): string {
  return line.trim().replaceAll(/\s+/g, " ");
}

function unquotedKey(line: string): string {
  const plain = plainKey(line);
  // `}` and `};` alone are too little to identify a match.
  return plain.replaceAll(/["'`]/g, "'").replace(/(?<=[\w)\]'}])[;,]$/, "");
}

/** Lines as one text: the fastest way to find several consecutive lines. */
class JoinedLines {
  readonly #text: string;
  /** The offset of the break before each line. */
  readonly #breaks: readonly number[];

  constructor(text: string) {
    this.#text = `\n${text}\n`;
    const breaks: number[] = [];
    for (let at = 0; at < this.#text.length - 1; at = this.#text.indexOf("\n", at + 1)) breaks.push(at);
    this.#breaks = breaks;
  }

  /** The first line of every match, from the top. */
  startsOf(lines: readonly string[]): number[] {
    const needle = `\n${lines.join("\n")}\n`;
    const starts: number[] = [];
    for (let at = this.#text.indexOf(needle); at !== -1; at = this.#text.indexOf(needle, at + 1)) {
      starts.push(this.#lineAt(at));
    }
    return starts;
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#breaks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#breaks[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The positions of many keys. A separate list per key would take seconds for a large file. */
class KeyTable {
  readonly #first = new Map<string, number>();
  readonly #next: Int32Array;

  constructor(keys: readonly string[]) {
    this.#next = new Int32Array(keys.length).fill(-1);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] ?? "";
      this.#next[index] = this.#first.get(key) ?? -1;
      this.#first.set(key, index);
    }
  }

  has(key: string): boolean {
    return this.#first.has(key);
  }

  /** From the top. */
  at(key: string): number[] {
    const positions: number[] = [];
    for (let index = this.#first.get(key) ?? -1; index !== -1; index = this.#next[index] ?? -1) positions.push(index);
    return positions;
  }
}
