import { createInterface } from "node:readline/promises";
import { discardTypedAhead } from "./discard-typed-ahead.ts";
import { PastedLines } from "./pasted-lines.ts";
import type { TerminalInput } from "./terminal-input.ts";

export interface AnswerOptions {
  readonly stdin: TerminalInput;
  readonly stderr: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** Ctrl-C, Ctrl-D, or the end of the input: no answer will come. */
  readonly interrupt: () => void;
}

/** Asks the terminal to mark what is pasted. */
const marksPastes = "\u001B[?2004h";
const marksNone = "\u001B[?2004l";

/** One answer to a question: what was typed after it was shown, all lines of a paste together. */
export async function readAnswer(prompt: string, options: AnswerOptions): Promise<string> {
  const { stdin, stderr, signal, interrupt } = options;
  const typed = await discardTypedAhead(stdin);
  if (typed.includes(ctrlC)) interrupt();
  const input = new PastedLines(stdin);
  const terminal = createInterface({ input, output: stderr, terminal: stdin.isTTY === true });
  // While it reads, the terminal hands Ctrl-C to us instead of to the process.
  terminal.on("SIGINT", interrupt).on("close", interrupt);
  // A terminal that was closed can neither be read nor set back; SIGHUP tells that it is gone.
  terminal.on("error", () => {});
  if (stdin.isTTY) stderr.write(marksPastes);
  try {
    // A line that was begun before the question and ended after it is no answer to it.
    if (isMidLine(typed)) {
      await terminal.question(prompt, { signal });
      stderr.write("That line was begun before the question was shown. Please answer now.\n");
    }
    return PastedLines.restore(await terminal.question(prompt, { signal })).trim();
  } finally {
    terminal.off("close", interrupt).close();
    input.release();
    if (stdin.isTTY) stderr.write(marksNone);
  }
}

const ctrlC = "\u0003";

function isMidLine(typed: string): boolean {
  return typed !== "" && !/[\r\n]$/.test(typed);
}
