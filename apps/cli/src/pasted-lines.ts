import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Standard input, or a stream in a test. */
export type TerminalInput = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
};

const pasteStart = "\u001B[200~";
const pasteEnd = "\u001B[201~";
/** Stands for a line break in a paste until the answer is complete. */
const pastedBreak = "⏎";

/**
 * Terminal input with the line breaks of a paste replaced: readline would take the first line as the answer and lose the others.
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

  /** Called by readline. */
  setRawMode(isRaw: boolean): this {
    if (this.#stdin.isTTY) this.#stdin.setRawMode?.(isRaw);
    return this;
  }

  /** Releases the terminal for the next reader. */
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
    const mark = this.#isPaste ? pasteEnd : pasteStart;
    const at = text.indexOf(mark);
    if (at === -1) {
      this.#held = partialMark(mark, text);
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

/** Not every terminal marks pastes. Keys arrive one by one, so lines that arrive together are a paste; the last break ends it. */
function unmarkedPaste(text: string): string {
  const [, lines = "", last = ""] = /^([^]*?)(\r\n?|\n)?$/.exec(text) ?? [];
  return inOneLine(lines) + last;
}

/** The partial mark at the end of the text, of at least three characters: the first two also start other keys. */
function partialMark(mark: string, text: string): string {
  for (let length = mark.length - 1; length > 2; length -= 1)
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  return "";
}
