import { createInterface } from "node:readline/promises";
import { setImmediate } from "node:timers/promises";
import { PastedLines, type TerminalInput } from "./pasted-lines.ts";

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
