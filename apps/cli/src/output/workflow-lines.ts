import type { WorkflowResult } from "@roo-code/host/workflow";
import type { EventOf, TaskEvent } from "@roo-code/types";
import colors from "picocolors";
import { oneLine, visibleText, wholeNotice } from "../terminal-text.ts";
import { workflowFooter } from "./workflow-footer.ts";
import { cost, markOf, time } from "./workflow-tree.ts";

/** For a pipe or a file: one line for each step that begins or ends. */
export class WorkflowLines {
  readonly #stderr: NodeJS.WriteStream;

  constructor(stderr: NodeJS.WriteStream) {
    this.#stderr = stderr;
  }

  event(event: TaskEvent): void {
    const line = stepLine(event);
    if (line !== undefined) this.#stderr.write(`${line}\n`);
  }

  childEvent(): void {}

  end(result: WorkflowResult): void {
    this.#stderr.write(`${workflowFooter(result)}\n`);
  }
}

const paint = colors.createColors(false);

function stepLine(event: TaskEvent): string | undefined {
  if (event.type === "task.start") return `workflow ${event.taskId} in ${visibleText(event.environment.cwd)}`;
  if (event.type === "phase.start") return `${markOf("running", paint)} ${event.phase}`;
  if (event.type === "phase.end") return `${markOf(event.status, paint)} ${event.phase} ${event.status}`;
  if (event.type === "subtask.start") return `  ${markOf("running", paint)} ${startLine(event)}`;
  if (event.type === "subtask.end") return `  ${endLine(event)}`;
  if (event.type === "check.end") return `  ${checkLine(event)}`;
  return event.type === "notice.added" ? `! ${wholeNotice(event.message)}` : undefined;
}

function startLine({ callId, agent, mode, taskId }: EventOf<"subtask.start">): string {
  return `${callId} ${agent} ${oneLine(mode, 40)} ${taskId}`;
}

function endLine({ callId, status, usage, conflicts = [] }: EventOf<"subtask.end">): string {
  const isDone = status === "completed" && conflicts.length === 0;
  const both = conflicts.length > 0 ? `another changed the same: ${oneLine(conflicts.join(", "), 80)}` : "";
  return `${markOf(isDone ? "completed" : "failed", paint)} ${[`${callId} ${status}`, both, cost(usage)].filter(Boolean).join(", ")}`;
}

function checkLine({ step, command, exitCode, durationMs }: EventOf<"check.end">): string {
  const how = exitCode === null ? "ended" : `exit ${exitCode}`;
  return `${markOf(exitCode === 0 ? "completed" : "failed", paint)} ${step} check ${oneLine(command, 80)}: ${how}, ${time(durationMs)}`;
}
