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
  /** Unread input must not keep the process alive. */
  pause(): void;
  /** A pending `next` resolves to undefined. */
  close(): void;
}

/** Shows prompts at the terminal and reads pasted answers, up to a line with only a dot. */
export function relayAtTerminal(terminal: Terminal): NonNullable<RunOptions["relay"]> {
  // What is read ahead from a pipe belongs to the next answer; a terminal is released for other questions.
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
  const line = (label: string) => `----- ${label} -----\n`;
  return `${line(title)}${text}\n${line("end")}`;
}

/** undefined when the input ended without any line. */
async function readAnswer(lines: Lines): Promise<string | undefined> {
  const answer: string[] = [];
  for (;;) {
    const line = await lines.next();
    if (line === undefined) return answer.length > 0 ? answer.join("\n") : undefined;
    if (line.trim() === ".") return answer.join("\n");
    answer.push(line);
  }
}

/** With readline even for a terminal, which by itself truncates pasted lines at 4,096 characters. */
function openLines({ stdin, stderr, interrupt }: Terminal): Lines {
  const { createInterface } = process.getBuiltinModule("node:readline");
  const isTerminal = stdin.isTTY === true;
  const reader = createInterface({ input: stdin, output: isTerminal ? stderr : undefined, terminal: isTerminal });
  let isClosed = false;
  reader.on("SIGINT", interrupt).on("close", () => (isClosed = true));
  const lines = reader[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    // A closed reader can be neither paused nor resumed.
    resume: () => void (isClosed || reader.resume()),
    pause: () => void (isClosed || reader.pause()),
    close: () => reader.close(),
  };
}

function noAnswer(): RooError {
  return new RooError({
    code: "no_answer",
    message: "Standard input ended without an answer.",
    next: "Run it in a terminal, and paste the answer of the chat.",
  });
}
