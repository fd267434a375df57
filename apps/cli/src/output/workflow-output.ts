import type { RunOptions } from "@roo-code/host";
import { foldWorkflow, foldWorkflowEvent, reportPhases, type WorkflowResult } from "@roo-code/host/workflow";
import { type EventOf, type TaskEvent, toolCalls } from "@roo-code/types";
import colors from "picocolors";
import { oneLine, visibleText, wholeNotice } from "../terminal-text.ts";
import { formatDuration, formatUsage, formatWorkflow, formatWorkflowFooter, markOf } from "./format-workflow.ts";
import { LiveBlock } from "./live-block.ts";
import type { OutputFormat } from "./run-output.ts";
import { jsonOutput, ndjsonOutput } from "./run-output.ts";

interface WorkflowOutput {
  readonly observe: RunOptions["observe"];
  finish(result: WorkflowResult): void;
}

interface WorkflowOutputOptions {
  readonly format: OutputFormat;
  readonly quiet: boolean;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** The earlier events of a resumed workflow. */
  readonly history: readonly TaskEvent[];
}

/** Shows a workflow. */
export function workflowOutput(options: WorkflowOutputOptions): WorkflowOutput {
  const { format, quiet, stdout, stderr, history } = options;
  if (format === "json") return jsonOutput(stdout);
  if (format === "ndjson") return ndjsonOutput(stdout);
  const shown = stderr.isTTY ? new WorkflowLive(stderr, history) : new WorkflowLines(stderr);
  const progress = quiet ? undefined : shown;
  return {
    observe: (item, { taskId, agent }) => {
      if ("live" in item) return;
      if (agent === "root") progress?.event(item);
      else progress?.childEvent(item, taskId);
    },
    finish: (result) => {
      progress?.end(result);
      if (result.error) stderr.write(`roo: ${visibleText(result.error.message)}\n`);
      if (result.status !== "completed") stderr.write(`  → Continue with: roo workflow resume ${result.taskId}\n`);
      if (result.result !== null) stdout.write(`${visibleText(result.result)}\n`);
    },
  };
}

/** For a terminal: the whole plan, redrawn after every step. */
class WorkflowLive {
  readonly #stderr: NodeJS.WriteStream;
  readonly #block: LiveBlock;
  readonly #state: ReturnType<typeof foldWorkflow>;
  readonly #activity = new Map<string, string>();
  /** Open questions: nothing is redrawn meanwhile. */
  readonly #asked = new Set<string>();

  constructor(stderr: NodeJS.WriteStream, history: readonly TaskEvent[]) {
    this.#stderr = stderr;
    this.#block = new LiveBlock(stderr);
    this.#state = foldWorkflow(history);
  }

  event(event: TaskEvent): void {
    if (event.type === "task.start") this.#stderr.write(`${colors.dim(`workflow ${event.taskId}`)}\n`);
    foldWorkflowEvent(this.#state, event);
    if (event.type === "notice.added") this.#write(`! ${wholeNotice(event.message)}`);
    this.#draw();
  }

  childEvent(event: TaskEvent, taskId: string): void {
    if (event.type === "approval.requested" || event.type === "question.requested") {
      this.#asked.add(`${taskId} ${event.callId}`);
      this.#block.leave();
    }
    if (event.type === "approval.end" || event.type === "question.end") this.#asked.delete(`${taskId} ${event.callId}`);
    if (event.type !== "turn.end") return;
    this.#activity.set(
      taskId,
      toolCalls(event.message)
        .map(({ name }) => oneLine(name, 40))
        .join(", "),
    );
    this.#draw();
  }

  end(result: WorkflowResult): void {
    this.#asked.clear();
    this.#draw(false);
    this.#stderr.write(`${colors.dim(formatWorkflowFooter(result))}\n`);
  }

  #write(line: string): void {
    this.#block.draw([]);
    this.#stderr.write(`${line}\n`);
  }

  #draw(isBounded = true): void {
    if (this.#asked.size > 0 || !this.#state.plan) return;
    // A terminal of unknown size reports 0.
    const width = Math.min(this.#stderr.columns || 80, 120) - 1;
    const height = (this.#stderr.rows || 24) - 2;
    const tree = { paint: colors, width, activity: this.#activity };
    const phases = reportPhases(this.#state);
    this.#block.draw(formatWorkflow(phases, isBounded ? { ...tree, height } : tree));
  }
}

/** For a pipe or a file: one line per step that starts or ends. */
class WorkflowLines {
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
    this.#stderr.write(`${formatWorkflowFooter(result)}\n`);
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
  const conflict = conflicts.length > 0 ? `also changed by another subtask: ${oneLine(conflicts.join(", "), 80)}` : "";
  return `${markOf(isDone ? "completed" : "failed", paint)} ${[`${callId} ${status}`, conflict, formatUsage(usage)].filter(Boolean).join(", ")}`;
}

function checkLine({ step, command, exitCode, durationMs }: EventOf<"check.end">): string {
  const how = exitCode === null ? "ended" : `exit ${exitCode}`;
  return `${markOf(exitCode === 0 ? "completed" : "failed", paint)} ${step} check ${oneLine(command, 80)}: ${how}, ${formatDuration(durationMs)}`;
}
