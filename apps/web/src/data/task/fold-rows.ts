import type { EventOf, TaskEvent } from "@roo-code/types";
import type { CallRow, ChatRow, NoticeRow } from "./chat-row.ts";
import { noticeOf } from "./notice-of.ts";

export interface Rows {
  readonly rows: readonly ChatRow[];
  /** The index of the newest row of each call id. */
  readonly callAt: ReadonlyMap<string, number>;
  /** Calls of the newest reply without a result. They stay open after the run ends: the next run continues them. */
  readonly openCalls: ReadonlySet<string>;
}

export const noRows: Rows = { rows: [], callAt: new Map(), openCalls: new Set() };

/** The rows of a part of a log. Events about calls before that part are ignored. */
export function foldRows(events: readonly TaskEvent[], onto: Rows = noRows): Rows {
  const rows = [...onto.rows];
  const callAt = new Map(onto.callAt);
  const openCalls = new Set(onto.openCalls);
  const change = (callId: string, facts: Partial<CallRow>) => {
    const index = callAt.get(callId);
    const row = index === undefined ? undefined : rows[index];
    if (index !== undefined && row?.kind === "call") rows[index] = { ...row, ...facts };
  };
  for (const event of events) foldEvent(event, { rows, callAt, openCalls, change });
  return { rows, callAt, openCalls };
}

interface Draft {
  readonly rows: ChatRow[];
  readonly callAt: Map<string, number>;
  readonly openCalls: Set<string>;
  readonly change: (callId: string, facts: Partial<CallRow>) => void;
}

function foldEvent(event: TaskEvent, draft: Draft): void {
  const { rows, openCalls, change } = draft;
  switch (event.type) {
    case "message.added":
      rows.push(messageRow(event, draft));
      return;
    case "turn.start":
      markDelivered(rows);
      return;
    case "turn.end":
      return addReply(event, draft);
    case "approval.requested":
      return change(event.callId, { request: event, decision: undefined });
    case "approval.end":
      return change(event.callId, { decision: event });
    case "question.requested":
      return change(event.callId, { question: event, answer: undefined });
    case "question.end":
      return change(event.callId, { answer: event });
    case "tool.start":
      return change(event.callId, { start: event });
    case "tool.end":
      openCalls.delete(event.callId);
      return change(event.callId, { end: event });
    case "subtask.start":
      return change(event.callId, { subtask: event });
    case "subtask.end":
      return change(event.callId, { subtaskEnd: event });
    case "run.start":
      return reopenCalls(draft);
    case "run.end":
      rows.push(outcomeRow(event, rows));
      return;
    case "turn.failed":
    case "mode.start":
    case "summary.added":
    case "rewind.added":
    case "hook.end":
    case "phase.start":
    case "phase.end":
    case "check.end":
    case "notice.added":
    case "connection.failed":
      return addNotice(rows, noticeOf(event));
    case "task.start":
    case "abort.requested":
    case "condense.requested":
    case "todos.added":
    case "snapshot.added":
    case "change.added":
    case "workflow.start":
    case "connection.start":
    case "connection.added":
    case "mcp.end":
    case "resource.end":
    case "sample.end":
      return;
    default:
      // An event type of a newer server.
      event satisfies never;
  }
}

function messageRow(event: EventOf<"message.added">, { openCalls }: Draft): ChatRow {
  const { seq, at, opId, message } = event;
  const texts = message.content.filter((part) => part.type === "text");
  return {
    kind: "message",
    key: `o${opId}`,
    seq,
    at,
    opId,
    text: texts.flatMap(({ text, attached }) => (attached ? [] : [text])).join("\n"),
    attached: texts.flatMap(({ text, attached }) => (attached ? [text] : [])).join("\n"),
    images: message.content.filter((part) => part.type === "image"),
    isWaiting: openCalls.size > 0,
  };
}

function outcomeRow(event: EventOf<"run.end">, rows: readonly ChatRow[]): ChatRow {
  const { seq, at, result } = event;
  const last = rows.at(-1);
  const isRepeated = last?.kind === "reply" && last.text.trim() === result?.trim();
  return { kind: "outcome", key: `e${seq}`, seq, at, end: event, isRepeated };
}

/** A resumed run continues open calls: they are moved below the outcome of the previous run. */
function reopenCalls({ rows, callAt, openCalls, change }: Draft): void {
  for (const callId of openCalls) {
    const row = rows[callAt.get(callId) ?? -1];
    if (row?.kind !== "call") continue;
    // The server accepts an answer only after it has asked again.
    change(callId, { request: row.decision && row.request, question: row.answer && row.question });
  }
  const first = Math.min(...[...openCalls].map((callId) => callAt.get(callId) ?? rows.length));
  const later = rows.slice(first);
  if (!later.some(({ kind }) => kind === "outcome")) return;
  const isOpen = (row: ChatRow) => row.kind === "call" && openCalls.has(row.callId);
  rows.splice(first, later.length, ...later.filter((row) => !isOpen(row)), ...later.filter(isOpen));
  for (const [index, row] of rows.entries()) if (index >= first && row.kind === "call") callAt.set(row.callId, index);
}

function markDelivered(rows: ChatRow[]): void {
  for (let index = rows.length - 1; index >= 0 && index > rows.length - 50; index -= 1) {
    const row = rows[index];
    if (row?.kind === "message" && row.isWaiting) rows[index] = { ...row, isWaiting: false };
  }
}

function addReply(event: EventOf<"turn.end">, { rows, callAt, openCalls }: Draft): void {
  openCalls.clear();
  const { seq, at, message, usage, model, stopReason } = event;
  const text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const reasoning = message.content.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])).join("\n");
  const images = message.content.filter((part) => part.type === "image");
  if (text.trim() || reasoning.trim() || images.length > 0)
    rows.push({
      kind: "reply",
      key: `e${seq}`,
      seq,
      at,
      text,
      reasoning,
      images,
      usage,
      model,
      wasCut: stopReason === "length",
    });
  for (const part of message.content) {
    if (part.type !== "tool-call") continue;
    callAt.set(part.callId, rows.length);
    openCalls.add(part.callId);
    const { callId, name, input } = part;
    rows.push({ kind: "call", key: `c${seq}-${callId}`, seq, at, callId, name, input });
  }
}

/** Attempts at the same turn are one notice: the newest. */
function addNotice(rows: ChatRow[], notice: NoticeRow | undefined): void {
  if (!notice) return;
  const last = rows.at(-1);
  if (last?.kind === "notice" && last.topic === "retry" && notice.topic === "retry") rows.pop();
  rows.push(notice);
}
