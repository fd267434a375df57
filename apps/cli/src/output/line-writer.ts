import { visibleText } from "../terminal-text.ts";

/** Writes whole lines and pieces of text to one terminal without mixing them up. */
export class LineWriter {
  readonly #stream: NodeJS.WritableStream;
  #isMidLine = false;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  /** A line of our own; foreign text in it has been made visible already. */
  line(text: string): void {
    this.endLine();
    this.#stream.write(`${text}\n`);
  }

  /** A piece of foreign text; every line of it begins with `prefix`. */
  piece(text: string, prefix = ""): void {
    if (text === "") return;
    const lines = visibleText(text).split("\n");
    lines.forEach((line, index) => {
      if (index > 0) this.#newLine();
      if (line === "") return;
      this.#stream.write(this.#isMidLine ? line : `${prefix}${line}`);
      this.#isMidLine = true;
    });
  }

  endLine(): void {
    if (this.#isMidLine) this.#newLine();
  }

  #newLine(): void {
    this.#stream.write("\n");
    this.#isMidLine = false;
  }
}
