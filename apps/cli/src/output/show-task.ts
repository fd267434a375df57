import { measureTools } from "@roo-code/host";
import { messageText, type TaskEvent, toolCalls } from "@roo-code/types";
import { oneLine, visibleText } from "../terminal-text.ts";

const longestResult = 20;
const longestName = 60;

/** A task's events as a person reads them: who said what, what was done, how it ended. */
export function showTask(events: readonly TaskEvent[]): string {
  return [...events.flatMap(paragraphs), ...toolTable(events)].join("\n");
}

/** How each tool fared, and why it failed when it did. */
function toolTable(events: readonly TaskEvent[]): string[] {
  const rows = [...measureTools(events)].map(([name, { attempts, failures, errorCodes }]) => {
    const codes = Object.entries(errorCodes).map(([code, count]) => `${count} × ${code}`);
    return `  ${oneLine(name, longestName)}: ${attempts} ${attempts === 1 ? "call" : "calls"}${failures > 0 ? `, ${failures} failed (${codes.join(", ")})` : ""}`;
  });
  return rows.length === 0 ? [] : ["", "Tools", ...rows];
}

function paragraphs(event: TaskEvent): string[] {
  switch (event.type) {
    case "task.start":
      return [`Task ${event.taskId}`, `in ${visibleText(event.environment.cwd)}, mode ${event.mode}, ${event.at}`];
    case "run.start":
      return ["", `── run with ${event.provider} ${oneLine(event.model, longestName)}`];
    case "message.added":
      return ["", `You: ${visibleText(messageText(event.message))}`];
    case "turn.end":
      return [
        ...said(messageText(event.message)),
        ...toolCalls(event.message).map(
          (call) => `→ ${oneLine(call.name, longestName)} ${oneLine(JSON.stringify(call.input), 160)}`,
        ),
      ];
    case "turn.failed":
      return [`! ${oneLine(event.error.message, 200)}`];
    case "tool.end":
      return [
        `${event.isError || event.trouble !== undefined ? "✗" : "✓"} ${oneLine(event.name, longestName)}`,
        ...shortened(event.content),
      ];
    case "approval.end":
      return [
        `${event.decision === "allow" ? "Allowed" : "Denied"}${event.feedback ? `: ${visibleText(event.feedback)}` : ""}`,
      ];
    case "notice.added":
      return [`! ${oneLine(event.message, 200)}`];
    case "run.end":
      return [
        "",
        `── ${event.status}${event.error ? `: ${oneLine(event.error.message, 200)}` : ""}`,
        ...(event.result ? [visibleText(event.result)] : []),
      ];
    case "turn.start":
    case "tool.start":
    case "todos.added":
    case "approval.requested":
    case "question.requested":
    case "question.end":
      return [];
    default:
      return [];
  }
}

function said(text: string): string[] {
  return text.trim() === "" ? [] : ["", `Roo: ${visibleText(text)}`];
}

function shortened(content: string): string[] {
  const lines = visibleText(content).split("\n");
  const shown = lines.slice(0, longestResult).map((line) => `  ${line}`);
  return lines.length > longestResult ? [...shown, `  … ${lines.length - longestResult} more lines`] : shown;
}
