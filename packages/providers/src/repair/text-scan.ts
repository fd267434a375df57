import { parseJson } from "../json-value.ts";
import { readLeniently } from "./lenient-json.ts";
import type { OfferedTools } from "./offered-tools.ts";

/** How often a text may be scanned; a hostile one could force a scan from every bracket. */
const maxPasses = 8;

/** A text that is searched for calls, with a limit on the work. */
export class TextScan {
  readonly text: string;
  readonly tools: OfferedTools;
  #budget: number;

  constructor(text: string, tools: OfferedTools) {
    this.text = text;
    this.tools = tools;
    this.#budget = text.length * maxPasses + 10_000;
  }

  /** The limit is reached. */
  get isExhausted(): boolean {
    return this.#budget <= 0;
  }

  /** The match of a sticky pattern at an offset. */
  match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(this.text) ?? undefined;
    this.#budget -= found?.[0].length ?? 1;
    return found;
  }

  /** The offset of the next occurrence of a text, or -1. */
  find(text: string, at: number): number {
    if (this.isExhausted) return -1;
    const found = this.text.indexOf(text, at);
    this.#budget -= (found < 0 ? this.text.length : found) - at + 1;
    return found;
  }

  skipSpace(at: number): number {
    return at + (this.match(/\s*/y, at)?.[0].length ?? 0);
  }

  /**
   * The object or list at an offset. One without its last brackets is accepted if `closer` follows, which shows that it
   * was not truncated.
   */
  readJson(at: number, closer?: string): { readonly value: unknown; readonly end: number } | undefined {
    const first = this.text.charAt(at);
    if ((first !== "{" && first !== "[") || this.isExhausted) return undefined;
    const reading = readLeniently(this.text, at, this.#budget);
    this.#budget -= reading ? reading.end - at : this.text.length - at;
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
    this.#budget -= end - at;
    if (!reading || reading.isTruncated || reading.end < this.text.slice(at, end).trimEnd().length) return undefined;
    const value = parseJson(reading.json + reading.missing);
    return value === undefined ? undefined : { value, end };
  }
}

/** A pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
