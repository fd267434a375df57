import {
  type AssistantMessage,
  addUsage,
  type EventDraft,
  logFormat,
  messageText,
  noUsage,
  type TaskId,
  type ToolCallPart,
  toolCalls,
  type Usage,
  type UserMessage,
} from "@roo-code/types";
import type { ForeignMessage, ForeignToolResult } from "./conversation.ts";
import { CallIds, type ReplyPart, toReplyContent } from "./reply-content.ts";

export interface StampedDraft {
  readonly at: string;
  readonly draft: EventDraft;
}

export interface TaskFacts {
  readonly taskId: TaskId;
  readonly tool: string;
  readonly mode: string;
  readonly cwd: string;
  readonly platform: string;
  readonly provider: string;
  readonly model: string;
  readonly createdAt: number;
}

/**
 * Converts a conversation to an event log that can be resumed: it begins with the user, every call is followed by
 * exactly one result, and there are never two replies in a row.
 */
export function taskDrafts(facts: TaskFacts, messages: readonly ForeignMessage[]): StampedDraft[] {
  const writer = new DraftWriter(facts);
  for (const message of messages) if (hasContent(message)) writer.add(message);
  return writer.end();
}

class DraftWriter {
  readonly #stamped: StampedDraft[] = [];
  readonly #names = new CallIds();
  #now: number;
  #reply: { parts: ReplyPart[]; usage: Usage } | undefined;
  #open: ToolCallPart[] = [];
  #messages = 0;
  #turns = 0;
  #usage = noUsage();
  #last: AssistantMessage | undefined;

  constructor(facts: TaskFacts) {
    this.#now = facts.createdAt;
    const { taskId, mode, cwd, platform, provider, model } = facts;
    const date = stampOf(facts.createdAt).slice(0, 10);
    this.#add({ type: "task.start", taskId, mode, environment: { cwd, platform, shell: "", date }, format: logFormat });
    const version = `imported from ${facts.tool}`;
    this.#add({ type: "run.start", provider, model, limits: {}, autoApprove: [], attended: true, pid: 0, version });
  }

  add(message: ForeignMessage): void {
    // A finished reply keeps its own time, not that of the next message.
    if (message.by === "user") this.#endReply();
    if (message.at !== undefined && message.at > this.#now && message.at < maxTime) this.#now = message.at;
    if (message.by === "assistant") this.#addReply(message);
    else this.#addUserMessage(message);
  }

  end(): StampedDraft[] {
    this.#endReply();
    const done = this.#finishCompletion() ?? this.#markCompletion();
    const isComplete =
      done !== undefined || (this.#open.length === 0 && this.#last !== undefined && toolCalls(this.#last).length === 0);
    this.#answerOpenCalls();
    this.#add({
      type: "run.end",
      status: isComplete ? "completed" : "aborted",
      result: isComplete && this.#last ? (done ?? messageText(this.#last)) : null,
      turns: this.#turns,
      usage: this.#usage,
      filesChanged: [],
      durationMs: 0,
    });
    return this.#stamped;
  }

  /** Consecutive replies become one: no vendor accepts two in a row. */
  #addReply(message: ForeignMessage): void {
    this.#reply ??= { parts: [], usage: noUsage() };
    if (message.usage) this.#reply.usage = addUsage(this.#reply.usage, message.usage);
    for (const part of message.parts) {
      if (part.type === "image") this.#reply.parts.push({ type: "text", text: "(image)" });
      else if (part.type === "tool-result") this.#reply.parts.push({ type: "text", text: part.content });
      else this.#reply.parts.push(part);
    }
  }

  #addUserMessage(message: ForeignMessage): void {
    const content: UserMessage["content"] = [];
    for (const part of message.parts) {
      if (part.type === "tool-result") content.push(...this.#addToolResult(part));
      else if (part.type === "image") content.push(part);
      else if (part.type === "text" && part.text !== "") content.push({ type: "text", text: part.text });
    }
    if (content.length > 0) this.#addMessage(content);
  }

  /** A result without an open call is kept as text of the user. */
  #addToolResult(result: ForeignToolResult): UserMessage["content"] {
    const callId = this.#names.known(result.callId);
    const call = this.#open.find((candidate) => candidate.callId === callId);
    const images = [...(result.images ?? [])];
    if (!call)
      return [{ type: "text", text: `Result of a call that is not in this task:\n${result.content}` }, ...images];
    this.#open = this.#open.filter((candidate) => candidate !== call);
    const { content, isError } = result;
    this.#addResult(call, { content, isError, images: images.length > 0 ? images : undefined });
    return [];
  }

  #endReply(): void {
    const reply = this.#reply;
    this.#reply = undefined;
    const content = reply && toReplyContent(reply.parts, this.#names);
    if (!reply || !content) return;
    this.#answerOpenCalls();
    if (this.#messages === 0) this.#addMessage([{ type: "text", text: "(The request was not recorded.)" }]);
    const message: AssistantMessage = { role: "assistant", content };
    this.#turns += 1;
    this.#usage = addUsage(this.#usage, reply.usage);
    this.#open = toolCalls(message);
    this.#last = message;
    const stopReason = this.#open.length > 0 ? "tool-calls" : "end";
    this.#add({ type: "turn.end", turn: this.#turns, message, usage: reply.usage, stopReason });
  }

  /** The last call completed the task and has no result, as these tools leave it. */
  #finishCompletion(): string | undefined {
    const [call] = this.#open;
    if (this.#open.length !== 1 || call?.name !== "attempt_completion") return undefined;
    const completes = resultOf(call);
    this.#open = [];
    this.#addResult(call, { content: "The task is complete.", isError: false, completes });
    return completes;
  }

  /** The completion has a result, and nothing followed. */
  #markCompletion(): string | undefined {
    const last = this.#stamped.at(-1);
    const [call] = this.#last ? toolCalls(this.#last) : [];
    if (last?.draft.type !== "tool.end" || last.draft.isError || call?.callId !== last.draft.callId) return undefined;
    if (call.name !== "attempt_completion" || this.#open.length > 0) return undefined;
    const completes = resultOf(call);
    this.#stamped[this.#stamped.length - 1] = { at: last.at, draft: { ...last.draft, completes } };
    return completes;
  }

  #answerOpenCalls(): void {
    const unanswered = { content: "No result of this call was recorded.", isError: true, code: "not_recorded" };
    for (const call of this.#open) this.#addResult(call, unanswered);
    this.#open = [];
  }

  #addResult(call: ToolCallPart, result: Pick<ToolEnd, "content" | "isError"> & Partial<ToolEnd>): void {
    this.#add({ ...result, type: "tool.end", callId: call.callId, name: call.name, durationMs: 0 });
  }

  #addMessage(content: UserMessage["content"]): void {
    this.#messages += 1;
    this.#last = undefined;
    this.#add({ type: "message.added", opId: `imported-${this.#messages}`, message: { role: "user", content } });
  }

  #add(draft: EventDraft): void {
    this.#stamped.push({ at: stampOf(this.#now), draft });
  }
}

/** An empty user message does not separate two replies. */
function hasContent({ by, parts }: ForeignMessage): boolean {
  if (by === "assistant") return true;
  return parts.some(
    (part) => part.type === "image" || part.type === "tool-result" || (part.type === "text" && part.text !== ""),
  );
}

function resultOf({ input }: ToolCallPart): string {
  const result = typeof input === "object" && input !== null && "result" in input ? input.result : undefined;
  return typeof result === "string" ? result : "";
}

type ToolEnd = Extract<EventDraft, { type: "tool.end" }>;

/** The last date with a four-digit year. */
const maxTime = Date.UTC(9999, 11, 31);

function stampOf(time: number): string {
  return new Date(time >= 0 && time < maxTime ? time : 0).toISOString();
}
