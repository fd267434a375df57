import type { RunOptions } from "@roo-code/host";
import { RooError } from "@roo-code/types";
import { visibleText } from "./terminal-text.ts";

interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream;
  /** Ctrl-C while an answer is being pasted. */
  readonly interrupt: () => void;
}

interface Lines {
  next(): Promise<string | undefined>;
  resume(): void;
  /** Input that nobody waits for must not keep the process. */
  pause(): void;
  /** Whoever waits for a line gets none. */
  close(): void;
}

/** Shows prompts to the person at the terminal and reads the answers they paste, up to a line with only a dot. */
export function relayAtTerminal(terminal: Terminal): NonNullable<RunOptions["relay"]> {
  // Of a pipe, what is read ahead belongs to the next answer; a terminal is left to other questions in between.
  let kept: Lines | undefined;
  const open = (): Lines => {
    if (terminal.stdin.isTTY) return openLines(terminal);
    kept ??= openLines(terminal);
    return kept;
  };
  return async (prompt, signal) => {
    signal.throwIfAborted();
    terminal.stderr.write(`\n${framed("copy this into a chat", visibleText(prompt))}`);
    terminal.stderr.write("\nPaste the answer here, and a line with only a dot after it:\n");
    const lines = open();
    const close = () => lines.close();
    signal.addEventListener("abort", close, { once: true });
    lines.resume();
    const answer = await readAnswer(lines);
    signal.removeEventListener("abort", close);
    if (lines === kept) lines.pause();
    else lines.close();
    signal.throwIfAborted();
    if (answer === undefined) throw noAnswer();
    return answer;
  };
}

function framed(title: string, text: string): string {
  const line = (words: string) => `----- ${words} -----\n`;
  return `${line(title)}${text}\n${line("end")}`;
}

/** undefined when the input ended before it said anything. */
async function readAnswer(lines: Lines): Promise<string | undefined> {
  const answer: string[] = [];
  for (;;) {
    const line = await lines.next();
    if (line === undefined) return answer.length > 0 ? answer.join("\n") : undefined;
    if (line.trim() === ".") return answer.join("\n");
    answer.push(line);
  }
}

/** By readline even for a terminal: by itself that cuts pasted lines at 4,096 characters. */
function openLines({ stdin, stderr, interrupt }: Terminal): Lines {
  const { createInterface } = process.getBuiltinModule("node:readline");
  const isTerminal = stdin.isTTY === true;
  const reader = createInterface({ input: stdin, ...(isTerminal && { output: stderr }), terminal: isTerminal });
  let isClosed = false;
  reader.on("SIGINT", interrupt).on("close", () => (isClosed = true));
  const lines = reader[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    // One that is closed can be neither paused nor resumed.
    resume: () => void (isClosed || reader.resume()),
    pause: () => void (isClosed || reader.pause()),
    close: () => reader.close(),
  };
}

function noAnswer(): RooError {
  return new RooError({
    code: "no_answer",
    message: "The input ended, and no answer was in it.",
    next: "Run it in a terminal, and paste what the chat answers.",
  });
}
