import type { RunResult } from "@roo-code/types";
import { visibleText } from "../terminal-text.ts";
import { Progress } from "./progress.ts";
import type { RunOutput } from "./run-output.ts";

interface TextOutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly quiet: boolean;
}

/** Progress on standard error, only the result on standard output. */
export function textOutput({ stdout, stderr, quiet }: TextOutputOptions): RunOutput {
  const writer = new LineWriter(stderr);
  const root = new Progress({ stderr, writer });
  const others = new Map<string, Progress>();
  const progressOf = (agent: string): Progress => {
    if (agent === "root") return root;
    const known = others.get(agent) ?? new Progress({ stderr, writer, agent });
    others.set(agent, known);
    return known;
  };
  return {
    observe: (item, { agent }) => {
      if (!quiet) progressOf(agent).observe(item);
    },
    finish: (result) => {
      if (!quiet) root.end(result);
      report(result, { stdout, stderr, isOnScreen: !quiet && root.lastReply === result.result });
    },
  };
}

function report(
  result: RunResult,
  { stdout, stderr, isOnScreen }: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream; isOnScreen: boolean },
): void {
  if (result.error) stderr.write(`roo: ${visibleText(result.error.message)}\n`);
  if (result.status !== "completed") stderr.write(`  → Continue with: roo run --resume ${result.taskId}\n`);
  const isShown = stdout.isTTY && stderr.isTTY && isOnScreen;
  if (result.result !== null && !isShown) stdout.write(`${visibleText(result.result).trimEnd()}\n`);
}

/** Writes whole lines and pieces of text to one terminal without mixing them up. */
export class LineWriter {
  readonly #stream: NodeJS.WritableStream;
  #isMidLine = false;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  /** A line of our own; foreign text in it must be escaped already. */
  line(text: string): void {
    this.endLine();
    this.#stream.write(`${text}\n`);
  }

  /** A piece of foreign text; each of its lines starts with `prefix`. */
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
