/** Puts text into lines the way a page does: white space counts once, and blocks stand apart. */
export class TextWriter {
  readonly #pieces: string[] = [];
  #breaks = 0;
  #prefix = "";
  #isAtStart = true;
  #endsWithSpace = false;

  /** Grows with every text. */
  get count(): number {
    return this.#pieces.length;
  }

  /** At least so many line ends before the next text; 2 leave an empty line. */
  break(count: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, count);
  }

  /** Stands before the next text, instead of one that no text came for. */
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

  /** As it is, line ends included. */
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
