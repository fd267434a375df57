/** Lines of a byte stream. What comes after the longest line that is kept is dropped up to the line's end. */
export class LineSplitter {
  readonly #longest: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor({ longest }: { longest: number }) {
    this.#longest = longest;
  }

  /** How much of the unfinished line was dropped. */
  get excess(): number {
    return Math.max(0, this.#length - this.#longest);
  }

  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.flush());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What is there of the unfinished line. */
  flush(): string {
    const line = Buffer.concat(this.#parts).toString("utf8").replace(/\r$/, "");
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#length < this.#longest) this.#parts.push(bytes.subarray(0, this.#longest - this.#length));
    this.#length += bytes.length;
  }
}
