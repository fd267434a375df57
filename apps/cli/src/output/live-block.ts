/** Lines at the bottom of a terminal that are redrawn in place. */
export class LiveBlock {
  readonly #stream: NodeJS.WritableStream;
  #drawn = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  /** The lines must fit the terminal, in width and number. */
  draw(lines: readonly string[]): void {
    const back = this.#drawn > 0 ? `\u001B[${this.#drawn}A\u001B[0J` : "";
    this.#stream.write(`${back}${lines.map((line) => `${line}\n`).join("")}`);
    this.#drawn = lines.length;
  }

  /** Keeps what is drawn; the next drawing starts below. */
  leave(): void {
    this.#drawn = 0;
  }
}
