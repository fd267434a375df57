import { parseJson } from "../json-value.ts";
import { readLeniently } from "./lenient-json.ts";
import type { OfferedTools } from "./offered-tools.ts";

/** How often all of a text may be looked at; hostile ones would else be read from every bracket on. */
const maxPasses = 8;

/** A text in which calls are looked for, with a bound on the work. */
export class TextScan {
  readonly text: string;
  readonly tools: OfferedTools;
  #left: number;

  constructor(text: string, tools: OfferedTools) {
    this.text = text;
    this.tools = tools;
    this.#left = text.length * maxPasses + 10_000;
  }

  /** Too much was read in vain. */
  get isExhausted(): boolean {
    return this.#left <= 0;
  }

  /** What a sticky pattern matches here. */
  match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.text) ?? undefined;
    this.#left -= found?.[0].length ?? 1;
    return found;
  }

  /** Where the first of some word begins, from `at` on; -1 when there is none. */
  find(word: string, at: number): number {
    if (this.isExhausted) return -1;
    const found = this.text.indexOf(word, at);
    this.#left -= (found < 0 ? this.text.length : found) - at + 1;
    return found;
  }

  skipSpace(at: number): number {
    return at + (this.match(/\s*/y, at)?.[0].length ?? 0);
  }

  /**
   * The object or list that begins here. One whose last brackets are missing counts when `closer` follows it, which
   * says that its writer was done.
   */
  readJson(at: number, closer?: string): { readonly value: unknown; readonly end: number } | undefined {
    const first = this.text.charAt(at);
    if ((first !== "{" && first !== "[") || this.isExhausted) return undefined;
    const reading = readLeniently(this.text, at, this.#left);
    this.#left -= reading ? reading.end - at : this.text.length - at;
    if (reading?.missing === "") {
      const value = parseJson(reading.json);
      return value === undefined ? undefined : { value, end: reading.end };
    }
    return closer === undefined ? undefined : this.#readUpTo(at, closer);
  }

  #readUpTo(at: number, closer: string): { readonly value: unknown; readonly end: number } | undefined {
    const end = this.find(closer, at);
    if (end < 0) return undefined;
    const reading = readLeniently(this.text.slice(at, end).trimEnd());
    this.#left -= end - at;
    if (!reading || reading.isCut || reading.end < this.text.slice(at, end).trimEnd().length) return undefined;
    const value = parseJson(reading.json + reading.missing);
    return value === undefined ? undefined : { value, end };
  }
}

/** Text as a pattern that matches nothing else. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
