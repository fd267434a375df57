import { createInterface } from "node:readline/promises";
import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { setImmediate } from "node:timers/promises";

interface AnswerOptions {
  readonly stdin: TerminalInput;
  readonly stderr: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** Ctrl-C, Ctrl-D, or the end of the input: there will be no answer. */
  readonly interrupt: () => void;
}

/** Bracketed paste mode. */
const enableBracketedPaste = "\u001B[?2004h";
const disableBracketedPaste = "\u001B[?2004l";

/** Reads one answer: what was typed after the question was shown, with all lines of a paste. */
export async function readAnswer(prompt: string, options: AnswerOptions): Promise<string> {
  const { stdin, stderr, signal, interrupt } = options;
  const typed = await discardTypedAhead(stdin);
  if (typed.includes(ctrlC)) interrupt();
  const input = new PastedLines(stdin);
  const terminal = createInterface({ input, output: stderr, terminal: stdin.isTTY === true });
  // In raw mode, Ctrl-C is a key instead of a signal.
  terminal.on("SIGINT", interrupt).on("close", interrupt);
  // A closed terminal can neither be read nor reset; SIGHUP reports it.
  terminal.on("error", () => {});
  if (stdin.isTTY) stderr.write(enableBracketedPaste);
  try {
    // A line that was started before the question is not an answer to it.
    if (isMidLine(typed)) {
      await terminal.question(prompt, { signal });
      stderr.write("That line was started before the question was shown. Please answer now.\n");
    }
    return PastedLines.restore(await terminal.question(prompt, { signal })).trim();
  } finally {
    terminal.off("close", interrupt).close();
    input.release();
    if (stdin.isTTY) stderr.write(disableBracketedPaste);
  }
}

const ctrlC = "\u0003";

function isMidLine(typed: string): boolean {
  return typed !== "" && !/[\r\n]$/.test(typed);
}

/**
 * Reads and returns everything that was typed so far, including an unfinished line: it cannot be meant for a question that was not
 * on the screen yet. Leaves a terminal in raw mode for the next reader.
 */
async function discardTypedAhead(stdin: TerminalInput): Promise<string> {
  let typed = "";
  const take = (chunk: Buffer | string) => {
    typed += chunk.toString();
  };
  // Without raw mode, an unfinished line cannot be read.
  if (stdin.isTTY) stdin.setRawMode?.(true);
  stdin.on("data", take);
  stdin.resume();
  for (let before = -1; before < typed.length; ) {
    before = typed.length;
    await pollOnce();
  }
  stdin.pause();
  stdin.off("data", take);
  return typed;
}

/** Returns after the event loop has polled for input at least once. */
async function pollOnce(): Promise<void> {
  await setImmediate();
  await setImmediate();
  await setImmediate();
}

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
