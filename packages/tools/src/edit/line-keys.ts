import { indentOf } from "./indentation.ts";
import { JoinedLines } from "./joined-lines.ts";
import { KeyTable } from "./key-table.ts";
import { normaliseCharacters } from "./normalise-characters.ts";

/** One way in which two lines count as the same. */
export interface Rung {
  /** What it overlooks, for the notice. */
  readonly name: string;
  readonly key: (line: string) => string;
  readonly ignoresIndentation?: true;
  /** The lines may differ in what they say to a compiler: a line that changes must take the difference over. */
  readonly mustMerge?: true;
}

/** From strict to lenient; each also overlooks what those before it do. */
export const ladder = [
  { name: "exact", key: (line) => line },
  { name: "spaces at line ends", key: (line) => line.trimEnd() },
  { name: "the amount of white space", key: (line) => indentOf(line) + collapse(line) },
  { name: "indentation", key: collapse, ignoresIndentation: true },
  { name: "typographic characters", key: plainKey, ignoresIndentation: true },
  { name: "quotes and final punctuation", key: unquotedKey, ignoresIndentation: true, mustMerge: true },
] as const satisfies readonly Rung[];

/** The words of a line in plain characters, however it is spaced. */
export function plainKey(line: string): string {
  return collapse(normaliseCharacters(line));
}

/** Everything but white space. */
export function squeeze(line: string): string {
  return normaliseCharacters(line).replaceAll(/\s+/g, "");
}

/** The lines of a file, looked up by what they say; worked out once for all blocks. */
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

  /** First lines of every place where the texts stand one below the other. */
  startsOf(rung: Rung, texts: readonly string[]): number[] {
    if (rung.name === "exact") return this.#exactStarts(texts);
    const starts = this.#likelyStarts(texts);
    const wanted = starts.length === 0 ? [] : texts.map(rung.key);
    return starts.filter((start) => wanted.every((key, index) => this.#keyAt(start + index, rung) === key));
  }

  /** By `plainKey`, line for line. */
  get plainKeys(): readonly string[] {
    this.#plainKeys ??= this.lines.map(plainKey);
    return this.#plainKeys;
  }

  /** Where each plain key stands, from the top. */
  get plainPositions(): KeyTable {
    this.#plainPositions ??= new KeyTable(this.plainKeys);
    return this.#plainPositions;
  }

  hasWord(word: string): boolean {
    this.#words ??= new Set(this.lines.flatMap((line) => line.match(/[\p{L}\p{N}_$]+/gu) ?? []));
    return this.#words.has(word);
  }

  #keyAt(index: number, rung: Rung): string | undefined {
    const line = this.lines[index];
    return line === undefined ? undefined : rung.key(line);
  }

  #exactStarts(texts: readonly string[]): number[] {
    this.#exact ??= new JoinedLines(this.lines.join("\n"));
    return this.#exact.startsOf(texts);
  }

  /** Every rung takes lines for the same only if their skeletons are: one search serves all. */
  #likelyStarts(texts: readonly string[]): readonly number[] {
    if (this.#lastLikely?.texts === texts) return this.#lastLikely.starts;
    this.#skeletons ??= new JoinedLines(skeleton(this.lines.join("\n")));
    const starts = this.#skeletons.startsOf(texts.map(skeleton));
    this.#lastLikely = { texts, starts };
    return starts;
  }
}

/** What no rung overlooks: plain letters, digits and underscores, and where lines break. */
function skeleton(text: string): string {
  return normaliseCharacters(text).replaceAll(/[^\w\n]+/g, "");
}

function collapse(line: string): string {
  return line.trim().replaceAll(/\s+/g, " ");
}

function unquotedKey(line: string): string {
  const plain = plainKey(line);
  // What is left must still say something: `}` and `};` are too little to tell a place by.
  return plain.replaceAll(/["'`]/g, "'").replace(/(?<=[\w)\]'}])[;,]$/, "");
}
