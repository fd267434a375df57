import { measureTools } from "@roo-code/host";
import { labelInWords, messageText, type TaskEvent, toolCalls } from "@roo-code/types";
import { oneLine, visibleText, wholeNotice } from "../terminal-text.ts";
import { evidenceLines } from "./evidence-lines.ts";
import { spendingLines } from "./spending-lines.ts";
import { verificationWords } from "./verification-words.ts";

const longestResult = 20;
const longestName = 60;
const longestClaim = 200;

/** A task's events as a person reads them: who said what, what was done, how it ended, what it and those below cost. */
export function showTask(events: readonly TaskEvent[], below: readonly (readonly TaskEvent[])[] = []): string {
  return [
    ...events.flatMap((event) => paragraphs(event, events)),
    ...toolTable(events),
    ...spendingLines([events, ...below]),
  ].join("\n");
}

/** How each tool fared, and why it failed when it did. */
function toolTable(events: readonly TaskEvent[]): string[] {
  const rows = [...measureTools(events)].map(([name, { attempts, failures, errorCodes }]) => {
    const codes = Object.entries(errorCodes).map(([code, count]) => `${count} × ${code}`);
    return `  ${oneLine(name, longestName)}: ${attempts} ${attempts === 1 ? "call" : "calls"}${failures > 0 ? `, ${failures} failed (${codes.join(", ")})` : ""}`;
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
        ["── run with", event.provider || "another agent", oneLine(event.model, longestName)].join(" ").trimEnd(),
      ];
    case "message.added":
      return ["", `[${event.seq}] You: ${visibleText(messageText(event.message))}`];
    case "turn.end":
      return [
        ...said(messageText(event.message)),
        ...toolCalls(event.message).map(
          (call) => `→ ${oneLine(call.name, longestName)} ${oneLine(JSON.stringify(call.input), 160)}`,
        ),
      ];
    case "turn.failed":
      return [`! ${wholeNotice(event.error.message)}`];
    case "tool.end":
      return [
        `${event.isError || event.trouble !== undefined ? "✗" : "✓"} ${oneLine(event.name, longestName)}${event.trouble === undefined ? "" : `: ${oneLine(event.trouble, longestName)}`}`,
        ...shortened(event.content),
        ...evidenceLines(event.evidence ?? [], longestClaim).map((line) => `  ${line}`),
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
        `── ${event.status}${event.verification ? ` · ${verificationWords[event.verification]}` : ""}${event.error ? `: ${wholeNotice(event.error.message)}` : ""}`,
        ...(event.result ? [visibleText(event.result)] : []),
      ];
    case "mode.start":
      return ["", `→ mode ${event.mode}${event.reason ? `: ${oneLine(event.reason, 160)}` : ""}`];
    case "summary.added":
      return [
        "",
        `⌁ ${event.dropped} messages summed up, ${event.tokensBefore} tokens before, ${event.tokensAfter} after:`,
        ...shortened(messageText(event.message)),
      ];
    case "snapshot.added":
      return [`  [${event.seq}] saved: ${oneLine(labelInWords(event, events), 160)}`];
    case "change.added":
      return event.callId === undefined ? [`  [${event.seq}] ${oneLine(labelInWords(event, events), 160)}`] : [];
    case "subtask.start":
      return [`⇢ ${event.agent} ${event.taskId} in the mode ${event.mode}: ${oneLine(event.message, 160)}`];
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
        `${event.exitCode === 0 ? "✓" : "✗"} ${event.step} check ${oneLine(event.command, 120)}: exit ${event.exitCode ?? "by its time limit"}`,
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

function said(text: string): string[] {
  return text.trim() === "" ? [] : ["", `Roo: ${visibleText(text)}`];
}

function unknownEvent({ seq, type }: { readonly seq: number; readonly type: string }): string[] {
  return ["", `  [${seq}] ${oneLine(type, 60)}: of a newer version, not shown`];
}

function shortened(content: string): string[] {
  const lines = visibleText(content).split("\n");
  const shown = lines.slice(0, longestResult).map((line) => `  ${line}`);
  return lines.length > longestResult ? [...shown, `  … ${lines.length - longestResult} more lines`] : shown;
}
