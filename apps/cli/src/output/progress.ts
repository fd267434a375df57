import {
  type EventOf,
  type LiveDelta,
  messageText,
  type RunResult,
  type TaskEvent,
  type ToolCallPart,
  toolCalls,
} from "@roo-code/types";
import colors from "picocolors";
import { oneLine, visibleText, wholeNotice } from "../terminal-text.ts";
import { describeCall, formatChangedFiles, formatEvidence, verificationLabels } from "./format.ts";
import type { LineWriter } from "./text-output.ts";

/** Shows what a task does, line by line. */
export class Progress {
  /** The text of the newest reply, which is already on the screen. */
  lastReply = "";
  readonly #writer: LineWriter;
  /** For a subtask: starts each of its lines. */
  readonly #label: string;
  readonly #isRoot: boolean;
  readonly #paint: ReturnType<typeof colors.createColors>;
  readonly #width: number;
  #calls = new Map<string, ToolCallPart>();
  readonly #resumed = new Map<string, string>();
  #outageShownAt = Number.NEGATIVE_INFINITY;

  constructor({ stderr, writer, agent }: { stderr: NodeJS.WriteStream; writer: LineWriter; agent?: string }) {
    this.#writer = writer;
    this.#isRoot = agent === undefined;
    // By default picocolors treats CI as a terminal.
    this.#paint = stderr.isTTY ? colors : colors.createColors(false);
    // A terminal of unknown width reports 0.
    this.#width = Math.max(Math.min(stderr.columns || 100, 120) - (agent ? agent.length + 3 : 0), 30);
    this.#label = agent === undefined ? "" : this.#paint.cyan(`${agent} · `);
  }

  observe(item: TaskEvent | LiveDelta): void {
    if (!("live" in item)) this.#event(item);
    // Several tasks at once would break each other's lines: for subtasks, only whole lines are shown.
    else if (!this.#isRoot) return;
    else if (item.type === "text.delta") this.#writer.piece(item.text);
    else if (item.type === "output.delta") this.#writer.piece(item.text, this.#paint.dim("│ "));
    else if (item.type === "progress.delta" && item.text !== "")
      this.#line(this.#paint.dim(`… ${oneLine(item.text, this.#width)}`));
  }

  #event(event: TaskEvent): void {
    const { dim, yellow } = this.#paint;
    if (event.type === "task.start" && this.#isRoot)
      this.#line(dim(`task ${event.taskId} in ${visibleText(event.environment.cwd)}`));
    if (event.type === "turn.end") this.#reply(event);
    if (event.type === "turn.failed" && event.retryInMs !== null && this.#shouldShow(event)) {
      const again = `Retrying in ${(event.retryInMs / 1000).toFixed(1)} s.`;
      this.#line(yellow(`! ${wholeNotice(event.error.message)} ${again}`));
    }
    if (event.type === "tool.start" && event.kind === "action") this.#line(`${dim("▸")} ${this.#about(event)}`);
    if (event.type === "tool.end") this.#result(event);
    if (event.type === "todos.added")
      for (const { status, text } of event.todos) this.#line(`  ${todoMark[status]} ${oneLine(text, this.#width - 4)}`);
    if (event.type === "notice.added" && event.code !== "reply_cut")
      this.#line(yellow(`! ${wholeNotice(event.message)}`));
    if (event.type === "subtask.end") this.#childEnd(event);
    const description = describeEvent(event);
    if (description !== undefined) this.#line(dim(wholeNotice(description)));
  }

  /** A network outage of hours would fill the screen. */
  #shouldShow({ error, at }: EventOf<"turn.failed">): boolean {
    if (error.code !== "network") return true;
    const now = Date.parse(at);
    if (now - this.#outageShownAt < 60_000) return false;
    this.#outageShownAt = now;
    return true;
  }

  end(result: RunResult): void {
    const { dim, green, yellow, red } = this.#paint;
    const paint = { verified: green, unverified: yellow, failed: red };
    const { verification } = result;
    const verdict = verification === null ? [] : [paint[verification](verificationLabels[verification])];
    this.#line([dim(result.status), ...verdict, dim(footer(result))].join(dim(" · ")));
  }

  #reply(event: EventOf<"turn.end">): void {
    this.lastReply = messageText(event.message);
    this.#outageShownAt = Number.NEGATIVE_INFINITY;
    this.#calls = new Map(toolCalls(event.message).map((call) => [call.callId, call]));
    if (this.#isRoot) this.#writer.endLine();
    else if (this.lastReply.trim() !== "") this.#line(oneLine(this.lastReply, this.#width));
  }

  #result(event: EventOf<"tool.end">): void {
    const { red, green, yellow } = this.#paint;
    if (event.completes !== undefined) {
      for (const line of formatEvidence(event.evidence ?? [], this.#width)) this.#line(yellow(line));
      return;
    }
    const { isError, trouble } = event;
    const mark = isError || trouble !== undefined ? red("✗") : green("✓");
    this.#line(
      `${mark} ${this.#about(event)}${trouble === undefined ? "" : ` ${red(oneLine(trouble, maxNameLength))}`}`,
    );
    if (event.isError) this.#line(`  ${red(oneLine(event.content, Math.max(this.#width - 2, maxReasonLength)))}`);
  }

  #childEnd({ callId, taskId, conflicts }: EventOf<"subtask.end">): void {
    // Of a call of an earlier run, only the task is known here.
    if (!this.#calls.has(callId)) this.#resumed.set(callId, taskId);
    for (const path of conflicts ?? [])
      this.#line(
        this.#paint.yellow(wholeNotice(`⚠ ${path} was also changed by another subtask, whose version is kept`)),
      );
  }

  #about({ callId, name }: { callId: string; name: string }): string {
    const call = this.#calls.get(callId);
    const subject = call ? describeCall(call) : this.#resumed.get(callId);
    const named = this.#paint.bold(oneLine(name, maxNameLength));
    return subject ? `${named} ${this.#paint.dim(oneLine(subject, this.#width - name.length - 4))}` : named;
  }

  #line(text: string): void {
    this.#writer.line(`${this.#label}${text}`);
  }
}

/** A model can make up tool names. */
const maxNameLength = 60;

/** The reason of a failure, in three or four lines of a terminal; the model gets all of it. */
const maxReasonLength = 400;

const todoMark = { pending: "☐", in_progress: "◐", completed: "☑" } as const;

/** Events outside of the conversation, on one line; undefined for those that are shown elsewhere or not at all. */
function describeEvent(event: TaskEvent): string | undefined {
  if (event.type === "subtask.start") {
    const where = event.worktree === undefined ? "" : ", in a copy of the workspace";
    return `⇢ ${event.agent} started in mode ${event.mode}${where}`;
  }
  if (event.type === "mode.start") return `→ mode ${event.mode}${event.reason ? `: ${event.reason}` : ""}`;
  if (event.type === "summary.added")
    return `⌁ ${event.dropped} messages summarized: ${event.tokensBefore} tokens before, ${event.tokensAfter} now`;
  if (event.type === "connection.failed" && event.retryInMs === null)
    return `! MCP server ${event.server}: ${event.error.message}`;
  if (event.type !== "hook.end" || (event.decision !== "deny" && event.exitCode === 0)) return undefined;
  return `⚑ ${event.on} ${event.name ?? event.command}: ${event.message ?? (event.exitCode === null ? "timed out" : `exit ${event.exitCode}`)}`;
}

function footer({ turns, usage, durationMs, filesChanged }: RunResult): string {
  const tokens = usage.inputTokens + usage.outputTokens;
  const parts = [
    `${turns} ${turns === 1 ? "turn" : "turns"}`,
    tokens > 0 ? `${tokens} tokens` : "",
    usage.costUsd ? `$${usage.costUsd.toFixed(4)}` : "",
    `${(durationMs / 1000).toFixed(1)} s`,
    formatChangedFiles(filesChanged),
  ];
  return parts.filter(Boolean).join(" · ");
}
