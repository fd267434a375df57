/** Lays out text as a page does: white space is collapsed, and blocks are separated. */
export class TextWriter {
  readonly #pieces: string[] = [];
  #breaks = 0;
  #prefix = "";
  #isAtStart = true;
  #endsWithSpace = false;

  /** The number of pieces written so far. */
  get count(): number {
    return this.#pieces.length;
  }

  /** Requires at least this many line breaks before the next text; 2 for an empty line. */
  break(count: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, count);
  }

  /** Written before the next text. Replaces a prefix that was not written yet. */
  prefix(text: string): void {
    this.#prefix = text;
  }

  text(text: string): void {
    const flat = text.replaceAll(/\s+/g, " ");
    const isFresh = this.#isAtStart || this.#breaks > 0 || this.#endsWithSpace;
    const piece = isFresh ? flat.trimStart() : flat;
    if (piece === "") return;
    this.#flush();
    this.#push(piece);
    this.#endsWithSpace = piece.endsWith(" ");
  }

  /** Written unchanged, including line breaks. */
  verbatim(text: string): void {
    if (text === "") return;
    this.#flush();
    this.#push(text);
    this.#endsWithSpace = false;
  }

  end(): string {
    const lines = this.#pieces.join("").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trim();
  }

  #flush(): void {
    if (this.#breaks > 0 && !this.#isAtStart) this.#pieces.push("\n".repeat(this.#breaks));
    this.#breaks = 0;
    if (this.#prefix !== "") this.#pieces.push(this.#prefix);
    this.#prefix = "";
  }

  #push(piece: string): void {
    this.#pieces.push(piece);
    this.#isAtStart = false;
  }
}
