/** Lines at the bottom of a terminal that are drawn again in place. */
export class LiveBlock {
  readonly #stream: NodeJS.WritableStream;
  #drawn = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  /** No line may be wider than the terminal, nor may there be more than it shows. */
  draw(lines: readonly string[]): void {
    const back = this.#drawn > 0 ? `\u001B[${this.#drawn}A\u001B[0J` : "";
    this.#stream.write(`${back}${lines.map((line) => `${line}\n`).join("")}`);
    this.#drawn = lines.length;
  }

  /** What is drawn stays; the next drawing begins below whatever is written now. */
  leave(): void {
    this.#drawn = 0;
  }
}
