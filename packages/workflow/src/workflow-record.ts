import type { Environment, EventDraft, TaskEvent, TaskWriter, WorkflowPlan } from "@roo-code/types";
import { logFormat, userMessage } from "@roo-code/types";
import { emptyWorkflow, foldWorkflowEvent } from "./fold-workflow.ts";
import type { WorkflowState } from "./workflow-state.ts";

/** The mode of a task that is a plan. */
export const workflowMode = "workflow";

/** A plan's task as this process holds it: the log it writes, and what all its events come to. */
export class WorkflowRecord {
  readonly state: WorkflowState = emptyWorkflow();
  readonly #writer: TaskWriter;
  readonly #onDurable: (event: TaskEvent) => void;
  #durable: Promise<void> = Promise.resolve();

  /** `observe` sees every new event once it is on disk. Never throws. */
  constructor(options: {
    readonly writer: TaskWriter;
    readonly history: readonly TaskEvent[];
    readonly observe: (event: TaskEvent) => void;
  }) {
    this.#writer = options.writer;
    this.#onDurable = options.observe;
    for (const event of options.history) foldWorkflowEvent(this.state, event);
  }

  /** The beginning of a new log; on disk with what is committed next. */
  begin(plan: WorkflowPlan, environment: Environment): void {
    const text = plan.description ? `${plan.name}\n\n${plan.description}` : plan.name;
    const { taskId } = this.#writer;
    this.append(
      { type: "task.start", taskId, mode: workflowMode, environment, format: logFormat },
      { type: "message.added", opId: "plan", message: userMessage(text) },
      { type: "workflow.start", plan },
    );
  }

  /** Records without waiting: in order, and on disk at the latest when the next `commit` resolves. */
  append(...drafts: EventDraft[]): void {
    const receipt = this.#writer.append(drafts);
    for (const event of receipt.events) foldWorkflowEvent(this.state, event);
    const earlier = this.#durable;
    const durable = receipt.durable.then(async () => {
      await earlier;
      for (const event of receipt.events) this.#onDurable(event);
    });
    // Whoever commits next gets the failure; until then it must not count as unhandled.
    durable.catch(() => {});
    this.#durable = durable;
  }

  /** Records, and resolves when this and everything before it is on disk. To be awaited before every effect. */
  async commit(...drafts: EventDraft[]): Promise<void> {
    if (drafts.length > 0) this.append(...drafts);
    await this.#durable;
  }
}
