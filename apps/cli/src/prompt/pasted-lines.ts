import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { TerminalInput } from "./terminal-input.ts";

const start = "\u001B[200~";
const end = "\u001B[201~";
/** What a line break in a paste is shown as, and read as, until the whole answer is there. */
const pastedBreak = "⏎";

/**
 * Keys from a terminal, with the line breaks of a paste made visible: a line editor would take the first line for the
 * answer and lose the others.
 */
export class PastedLines extends Transform {
  readonly #stdin: TerminalInput;
  readonly #decoder = new StringDecoder("utf8");
  #held = "";
  #isPaste = false;

  /** An answer with its line breaks. */
  static restore(answer: string): string {
    return answer.replaceAll(pastedBreak, "\n");
  }

  constructor(stdin: TerminalInput) {
    super({ decodeStrings: false, encoding: "utf8" });
    this.#stdin = stdin;
    stdin.pipe(this);
  }

  /** The line editor sets it on what it reads. */
  setRawMode(isRaw: boolean): this {
    if (this.#stdin.isTTY) this.#stdin.setRawMode?.(isRaw);
    return this;
  }

  /** Leaves the terminal to whoever reads it next. */
  release(): void {
    this.#stdin.unpipe(this);
    this.#stdin.pause();
  }

  override _transform(chunk: Buffer | string, _: BufferEncoding, done: TransformCallback): void {
    done(null, this.#read(this.#held + (typeof chunk === "string" ? chunk : this.#decoder.write(chunk))));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#held);
  }

  #read(text: string): string {
    const mark = this.#isPaste ? end : start;
    const at = text.indexOf(mark);
    if (at === -1) {
      this.#held = beginningOf(mark, text);
      const whole = text.slice(0, text.length - this.#held.length);
      return this.#isPaste ? inOneLine(whole) : unmarkedPaste(whole);
    }
    const before = text.slice(0, at);
    const shown = this.#isPaste ? inOneLine(before) : unmarkedPaste(before);
    this.#isPaste = !this.#isPaste;
    return shown + this.#read(text.slice(at + mark.length));
  }
}

function inOneLine(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, pastedBreak);
}

/** Not every terminal marks pastes. Keys come one by one, so lines that come together are one; the last break ends it. */
function unmarkedPaste(text: string): string {
  const [, lines = "", last = ""] = /^([^]*?)(\r\n?|\n)?$/.exec(text) ?? [];
  return inOneLine(lines) + last;
}

/** What of a mark the text ends with, from its third character on: the first two begin every other key, too. */
function beginningOf(mark: string, text: string): string {
  for (let length = mark.length - 1; length > 2; length -= 1)
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  return "";
}
