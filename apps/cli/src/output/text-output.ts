import {
  type EventOf,
  messageText,
  type RunResult,
  type TaskEvent,
  type ToolCallPart,
  toolCalls,
} from "@roo-code/types";
import colors from "picocolors";
import { oneLine, visibleText } from "../terminal-text.ts";
import { LineWriter } from "./line-writer.ts";
import type { RunOutput } from "./run-output.ts";

export interface TextOutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly quiet: boolean;
}

/** Progress on standard error while it happens, the result alone on standard output. */
export function textOutput({ stdout, stderr, quiet }: TextOutputOptions): RunOutput {
  const progress = quiet ? undefined : new Progress(stderr);
  return {
    observe: (item) => {
      if (!("live" in item)) progress?.event(item);
      else if (item.type === "text.delta") progress?.said(item.text);
      else if (item.type === "output.delta") progress?.printed(item.text);
    },
    finish: (result) => {
      progress?.end(result);
      if (result.error) stderr.write(`roo: ${visibleText(result.error.message)}\n`);
      if (result.status !== "completed") stderr.write(`  → Go on with: roo run --resume ${result.taskId}\n`);
      const isOnScreen = stdout.isTTY && stderr.isTTY && progress?.lastSaid === result.result;
      if (result.result !== null && !isOnScreen) stdout.write(`${visibleText(result.result).trimEnd()}\n`);
    },
  };
}

class Progress {
  /** The text of the newest reply: already on the screen. */
  lastSaid = "";
  readonly #writer: LineWriter;
  readonly #paint: ReturnType<typeof colors.createColors>;
  readonly #width: number;
  #calls = new Map<string, ToolCallPart>();

  constructor(stderr: NodeJS.WriteStream) {
    this.#writer = new LineWriter(stderr);
    // By itself it takes CI for a terminal.
    this.#paint = stderr.isTTY ? colors : colors.createColors(false);
    // A terminal that does not know its width says 0.
    this.#width = Math.min(stderr.columns || 100, 120);
  }

  said(text: string): void {
    this.#writer.piece(text);
  }

  printed(text: string): void {
    this.#writer.piece(text, this.#paint.dim("│ "));
  }

  event(event: TaskEvent): void {
    const { dim, yellow } = this.#paint;
    if (event.type === "task.start") this.#line(dim(`task ${event.taskId} in ${visibleText(event.environment.cwd)}`));
    if (event.type === "turn.end") this.#reply(event);
    if (event.type === "turn.failed" && event.retryInMs !== null) {
      const again = `Trying again in ${(event.retryInMs / 1000).toFixed(1)} s.`;
      this.#line(yellow(`! ${oneLine(event.error.message, this.#width - again.length - 3)} ${again}`));
    }
    if (event.type === "tool.start" && event.kind === "action") this.#line(`${dim("▸")} ${this.#about(event)}`);
    if (event.type === "tool.end") this.#result(event);
    if (event.type === "todos.added")
      for (const { status, text } of event.todos) this.#line(`  ${todoMark[status]} ${oneLine(text, this.#width - 4)}`);
    if (event.type === "notice.added" && event.code !== "reply_cut")
      this.#line(yellow(`! ${oneLine(event.message, this.#width - 2)}`));
  }

  end(result: RunResult): void {
    this.#line(this.#paint.dim(footer(result)));
  }

  #reply(event: EventOf<"turn.end">): void {
    this.lastSaid = messageText(event.message);
    this.#calls = new Map(toolCalls(event.message).map((call) => [call.callId, call]));
    this.#writer.endLine();
  }

  #result(event: EventOf<"tool.end">): void {
    if (event.completes !== undefined) return;
    const { red, green, yellow } = this.#paint;
    const { isError, trouble } = event;
    const mark = isError || trouble !== undefined ? red("✗") : green("✓");
    this.#line(
      `${mark} ${this.#about(event)}${trouble === undefined ? "" : ` ${yellow(oneLine(trouble, longestName))}`}`,
    );
    if (event.isError) this.#line(`  ${red(oneLine(event.content, this.#width - 2))}`);
  }

  #about({ callId, name }: { callId: string; name: string }): string {
    const call = this.#calls.get(callId);
    return `${this.#paint.bold(oneLine(name, longestName))} ${this.#paint.dim(oneLine(call ? summary(call) : "", this.#width - name.length - 4))}`;
  }

  #line(text: string): void {
    this.#writer.line(text);
  }
}

/** A model can call for what no tool is named. */
const longestName = 60;

const todoMark = { pending: "☐", in_progress: "◐", completed: "☑" } as const;

/** Inputs that say what a call is about, whatever a model calls them; in the order they read well. */
const telling =
  "action command path file_path regex pattern query url element artifact_id name server_name tool_name uri question".split(
    " ",
  );

/** What a call is about, in a few words: its path, command or question. */
function summary(call: ToolCallPart): string {
  if (typeof call.input !== "object" || call.input === null) return "";
  const input: Record<string, unknown> = { ...call.input };
  const named = telling.map((key) => input[key]).filter((value) => typeof value === "string");
  return named.join(" ");
}

function footer({ status, turns, usage, durationMs, filesChanged }: RunResult): string {
  const tokens = usage.inputTokens + usage.outputTokens;
  const parts = [
    status,
    `${turns} ${turns === 1 ? "turn" : "turns"}`,
    tokens > 0 ? `${tokens} tokens` : "",
    usage.costUsd ? `$${usage.costUsd.toFixed(4)}` : "",
    `${(durationMs / 1000).toFixed(1)} s`,
    filesChanged.length > 0 ? `changed ${visibleText(filesChanged.join(", "))}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
