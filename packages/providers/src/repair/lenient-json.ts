/** One object or list, read from text that is almost JSON. */
export interface LenientReading {
  /** The text as JSON, as far as it could be converted. */
  readonly json: string;
  /** Descriptions of the changes, for a log. */
  readonly changes: readonly string[];
  /** The missing closing brackets; empty if it is complete. */
  readonly missing: string;
  /** The text ended inside a string, or right after a comma or colon. */
  readonly isTruncated: boolean;
  /** The offset of its end in the text. */
  readonly end: number;
}

const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };
const literals: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };
const controls: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f" };

/**
 * Reads the object or list that begins at `from`, in one pass. Repairs only what is unambiguous, and never the content
 * of a string: line breaks and unknown escapes there are kept, encoded as JSON requires. undefined if brackets do not
 * match, or `limit` characters were not enough.
 */
export function readLeniently(text: string, from = 0, limit = Number.POSITIVE_INFINITY): LenientReading | undefined {
  return new LenientReader(text, from, limit).read();
}

class LenientReader {
  readonly #text: string;
  readonly #last: number;
  readonly #pieces: string[] = [];
  readonly #changes = new Set<string>();
  readonly #open: string[] = [];
  #at: number;
  #endsInString = false;
  #isAmbiguous = false;
  /** The last non-space character outside strings. */
  #before = "";

  constructor(text: string, from: number, limit: number) {
    this.#text = text;
    this.#at = from;
    this.#last = Math.min(text.length, from + limit);
  }

  read(): LenientReading | undefined {
    do {
      if (!this.#readToken()) return undefined;
    } while (this.#open.length > 0 && this.#at < this.#last);
    if (this.#isAmbiguous || (this.#open.length > 0 && this.#last < this.#text.length)) return undefined;
    return {
      json: this.#pieces.join(""),
      changes: [...this.#changes],
      missing: this.#open
        .toReversed()
        .map((bracket) => closers[bracket])
        .join(""),
      isTruncated: this.#endsInString || this.#before === "," || this.#before === ":",
      end: this.#at,
    };
  }

  #readToken(): boolean {
    const character = this.#text.charAt(this.#at);
    if (character === '"' || character === "'") this.#readString(character);
    else if (character === "{" || character === "[") this.#take(character, () => this.#open.push(character));
    else if (character === "}" || character === "]") return this.#close(character);
    else if (character === ",") this.#readComma();
    else if (character === "\\") this.#readStrayEscape();
    else this.#readPlain();
    return true;
  }

  #take(character: string, then: () => void): void {
    this.#pieces.push(character);
    this.#before = character;
    this.#at += 1;
    then();
  }

  #close(bracket: string): boolean {
    const opened = this.#open.pop();
    if (opened === undefined || closers[opened] !== bracket) return false;
    this.#take(bracket, () => {});
    return true;
  }

  #readComma(): void {
    const next = this.#match(/,\s*/y);
    const follower = this.#text.charAt(this.#at + next.length);
    if (follower === "}" || follower === "]") this.#changes.add("removed trailing commas");
    else {
      this.#pieces.push(next);
      this.#before = ",";
    }
    this.#at += next.length;
  }

  /** An escaped line break (`\n`) between values, where only a real one is allowed. */
  #readStrayEscape(): void {
    const stray = this.#match(/\\[nrt]/y);
    this.#pieces.push(stray === "" ? "\\" : " ");
    if (stray !== "") this.#changes.add("removed escapes between values");
    this.#at += stray.length || 1;
  }

  #readPlain(): void {
    const plain = this.#match(/\s+|[A-Za-z_]+|[^\s"'{}[\],\\A-Za-z_]+/y);
    const literal = Object.hasOwn(literals, plain) ? literals[plain] : undefined;
    if (literal !== undefined) this.#changes.add("replaced Python literals");
    this.#pieces.push(literal ?? plain);
    if (plain.trim() !== "") this.#before = plain.slice(-1);
    this.#at += plain.length;
  }

  #readString(quote: string): void {
    const start = this.#at + 1;
    const plain = quote === '"' ? /[^"\\\p{Cc}]+/uy : /[^'"\\\p{Cc}]+/uy;
    if (quote === "'") this.#changes.add("replaced single quotes");
    this.#pieces.push('"');
    this.#before = '"';
    let hasUnknownEscape = false;
    for (this.#at = start; this.#at < this.#last; ) {
      const character = this.#text.charAt(this.#at);
      if (character === quote) {
        this.#pieces.push('"');
        this.#at += 1;
        // `C:\new\dir`: whether `\n` is a line break there is unclear.
        if (hasUnknownEscape && /[A-Za-z]:\\[^\\]/y.test(this.#text.slice(start, start + 4))) this.#isAmbiguous = true;
        return;
      }
      if (character === "\\") hasUnknownEscape = this.#readEscape() || hasUnknownEscape;
      else if (character === '"') this.#pushEscaped('\\"', 1);
      else {
        const run = this.#match(plain);
        if (run === "") this.#readControl(character);
        else this.#pushEscaped(run, run.length);
      }
    }
    this.#endsInString = true;
  }

  /** Returns whether JSON does not define the escape. */
  #readEscape(): boolean {
    const known = this.#match(/\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y);
    if (known !== "") this.#pushEscaped(known, known.length);
    else if (this.#text.charAt(this.#at + 1) === "'") {
      this.#changes.add("removed needless escapes");
      this.#pushEscaped("'", 2);
    } else {
      this.#changes.add("escaped backslashes");
      this.#pushEscaped("\\\\", 1);
      return true;
    }
    return false;
  }

  #readControl(character: string): void {
    this.#changes.add("escaped line breaks in strings");
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    this.#pushEscaped(controls[character] ?? `\\u${code}`, 1);
  }

  #pushEscaped(piece: string, consumed: number): void {
    this.#pieces.push(piece);
    this.#at += consumed;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? "";
  }
}
