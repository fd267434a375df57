import { foldWorkflow, foldWorkflowEvent, reportPhases, type WorkflowResult } from "@roo-code/host/workflow";
import { type TaskEvent, toolCalls } from "@roo-code/types";
import colors from "picocolors";
import { oneLine, wholeNotice } from "../terminal-text.ts";
import { formatWorkflow, formatWorkflowFooter } from "./format-workflow.ts";
import { LiveBlock } from "./live-block.ts";

/** For a terminal: the whole plan, redrawn after every step. */
export class WorkflowLive {
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
