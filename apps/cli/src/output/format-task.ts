import { measureTools, spendingOf } from "@roo-code/host";
import { addUsage, describeLabel, messageText, noUsage, type TaskEvent, toolCalls, type Usage } from "@roo-code/types";
import { tokens } from "../model-table.ts";
import { type Cell, table } from "../table.ts";
import { oneLine, visibleText, wholeNotice } from "../terminal-text.ts";
import { formatEvidence, verificationLabels } from "./format.ts";

const maxResultLines = 20;
const maxNameLength = 60;
const maxClaimLength = 200;

/** A task's events as text: the conversation, the calls, how it ended, and what it and its subtasks cost. */
export function formatTask(events: readonly TaskEvent[], below: readonly (readonly TaskEvent[])[] = []): string {
  return [
    ...events.flatMap((event) => paragraphs(event, events)),
    ...toolTable(events),
    ...formatSpending([events, ...below]),
  ].join("\n");
}

/** Calls per tool, and the error codes of failed ones. */
function toolTable(events: readonly TaskEvent[]): string[] {
  const rows = [...measureTools(events)].map(([name, { attempts, failures, errorCodes }]) => {
    const codes = Object.entries(errorCodes).map(([code, count]) => `${count} × ${code}`);
    return `  ${oneLine(name, maxNameLength)}: ${attempts} ${attempts === 1 ? "call" : "calls"}${failures > 0 ? `, ${failures} failed (${codes.join(", ")})` : ""}`;
  });
  return rows.length === 0 ? [] : ["", "Tools", ...rows];
}

function paragraphs(event: TaskEvent, events: readonly TaskEvent[]): string[] {
  switch (event.type) {
    case "task.start":
      return [`Task ${event.taskId}`, `in ${visibleText(event.environment.cwd)}, mode ${event.mode}, ${event.at}`];
    case "run.start":
      return [
        "",
        ["── run with", event.provider || "another agent", oneLine(event.model, maxNameLength)].join(" ").trimEnd(),
      ];
    case "message.added":
      return ["", `[${event.seq}] You: ${visibleText(messageText(event.message))}`];
    case "turn.end":
      return [
        ...formatReply(messageText(event.message)),
        ...toolCalls(event.message).map(
          (call) => `→ ${oneLine(call.name, maxNameLength)} ${oneLine(JSON.stringify(call.input), 160)}`,
        ),
      ];
    case "turn.failed":
      return [`! ${wholeNotice(event.error.message)}`];
    case "tool.end":
      return [
        `${event.isError || event.trouble !== undefined ? "✗" : "✓"} ${oneLine(event.name, maxNameLength)}${event.trouble === undefined ? "" : `: ${oneLine(event.trouble, maxNameLength)}`}`,
        ...truncateLines(event.content),
        ...formatEvidence(event.evidence ?? [], maxClaimLength).map((line) => `  ${line}`),
      ];
    case "approval.end":
      return [
        `${event.decision === "allow" ? "Allowed" : "Denied"}${event.feedback ? `: ${visibleText(event.feedback)}` : ""}`,
      ];
    case "notice.added":
      return [`! ${wholeNotice(event.message)}`];
    case "rewind.added":
      return ["", `— rewound to ${event.toSeq} —`];
    case "run.end":
      return [
        "",
        `── ${event.status}${event.verification ? ` · ${verificationLabels[event.verification]}` : ""}${event.error ? `: ${wholeNotice(event.error.message)}` : ""}`,
        ...(event.result ? [visibleText(event.result)] : []),
      ];
    case "mode.start":
      return ["", `→ mode ${event.mode}${event.reason ? `: ${oneLine(event.reason, 160)}` : ""}`];
    case "summary.added":
      return [
        "",
        `⌁ ${event.dropped} messages summarized, ${event.tokensBefore} tokens before, ${event.tokensAfter} after:`,
        ...truncateLines(messageText(event.message)),
      ];
    case "snapshot.added":
      return [`  [${event.seq}] saved: ${oneLine(describeLabel(event, events), 160)}`];
    case "change.added":
      return event.callId === undefined ? [`  [${event.seq}] ${oneLine(describeLabel(event, events), 160)}`] : [];
    case "subtask.start":
      return [`⇢ ${event.agent} ${event.taskId} in mode ${event.mode}: ${oneLine(event.message, 160)}`];
    case "subtask.end":
      return [
        `⇠ ${event.taskId} ${event.status}${event.conflicts ? `, conflicts: ${event.conflicts.join(", ")}` : ""}`,
      ];
    case "phase.start":
      return ["", `◐ ${event.phase}`];
    case "phase.end":
      return [`${event.status === "completed" ? "✓" : "✗"} ${event.phase} ${event.status}`];
    case "check.end":
      return [
        `${event.exitCode === 0 ? "✓" : "✗"} ${event.step} check ${oneLine(event.command, 120)}: ${event.exitCode === null ? "timed out" : `exit ${event.exitCode}`}`,
      ];
    case "hook.end":
      return [
        `⚑ ${event.on} ${oneLine(event.name ?? event.command, 120)}${event.message ? `: ${oneLine(event.message, 160)}` : ""}`,
      ];
    case "connection.failed":
      return [`! MCP server ${oneLine(event.server, 60)}: ${wholeNotice(event.error.message)}`];
    case "connection.start":
    case "connection.added":
    case "mcp.end":
    case "resource.end":
    case "sample.end":
    case "workflow.start":
    case "abort.requested":
    case "condense.requested":
    case "turn.start":
    case "tool.start":
    case "todos.added":
    case "approval.requested":
    case "question.requested":
    case "question.end":
      return [];
    default:
      return unknownEvent(event satisfies never);
  }
}

function formatReply(text: string): string[] {
  return text.trim() === "" ? [] : ["", `Roo: ${visibleText(text)}`];
}

function unknownEvent({ seq, type }: { readonly seq: number; readonly type: string }): string[] {
  return ["", `  [${seq}] ${oneLine(type, 60)}: unknown event of a newer version`];
}

function truncateLines(content: string): string[] {
  const lines = visibleText(content).split("\n");
  const shown = lines.slice(0, maxResultLines).map((line) => `  ${line}`);
  return lines.length > maxResultLines ? [...shown, `  … ${lines.length - maxResultLines} more lines`] : shown;
}

const spendingWidth = 120;
const maxModelLength = 40;

/** Usage by agent, mode and model; empty for a task without a reply. */
function formatSpending(logs: readonly (readonly TaskEvent[])[]): string[] {
  const rows = spendingOf(logs);
  if (rows.length === 0) return [];
  const head: Cell[] = ["agent", "mode", "model", ...["turns", "in", "out", "cost"].map((right) => ({ right }))];
  const cells = rows.map(({ agent, mode, model, turns, usage }) => [
    agent,
    oneLine(mode, maxModelLength),
    oneLine(model, maxModelLength),
    { right: String(turns) },
    ...amounts(usage),
  ]);
  const sum = rows.reduce((total, { usage }) => addUsage(total, usage), noUsage());
  const turns = rows.reduce((total, row) => total + row.turns, 0);
  const totalRow = rows.length > 1 ? [["all", "", "", { right: String(turns) }, ...amounts(sum)]] : [];
  const lines = table([head, ...cells, ...totalRow], spendingWidth).split("\n");
  return ["", "Spent", ...lines.map((line) => `  ${line}`)];
}

function amounts({ inputTokens, outputTokens, costUsd }: Usage): Cell[] {
  const cost = costUsd === null ? "–" : `$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`;
  return [tokens(inputTokens), tokens(outputTokens), cost].map((right) => ({ right }));
}
