import type {
  ChangeRecord,
  Environment,
  EventDraft,
  SubtaskOutcome,
  TaskEvent,
  TaskWriter,
  WorkflowPlan,
} from "@roo-code/types";
import { logFormat, userMessage } from "@roo-code/types";
import { emptyWorkflow, foldWorkflowEvent } from "./fold-workflow.ts";
import { excerpt } from "./step-message.ts";
import type { Attempt, WorkflowState } from "./workflow-state.ts";

const maxResultLength = 16_000;

/** The mode of a task that runs a plan. */
const workflowMode = "workflow";

/** The task of a running workflow: its log, and the state folded from all its events. */
export class WorkflowRecord {
  readonly state: WorkflowState = emptyWorkflow();
  readonly #writer: TaskWriter;
  readonly #onDurable: (event: TaskEvent) => void;
  #durable: Promise<void> = Promise.resolve();

  /** `observe` receives every new event once it is on disk, and must not throw. */
  constructor(options: {
    readonly writer: TaskWriter;
    readonly history: readonly TaskEvent[];
    readonly observe: (event: TaskEvent) => void;
  }) {
    this.#writer = options.writer;
    this.#onDurable = options.observe;
    for (const event of options.history) foldWorkflowEvent(this.state, event);
  }

  /** Starts a new log; on disk with the next commit. */
  begin(plan: WorkflowPlan, environment: Environment): void {
    const text = plan.description ? `${plan.name}\n\n${plan.description}` : plan.name;
    const { taskId } = this.#writer;
    this.append(
      { type: "task.start", taskId, mode: workflowMode, environment, format: logFormat },
      { type: "message.added", opId: "plan", message: userMessage(text) },
      { type: "workflow.start", plan },
    );
  }

  /** Appends without waiting: in order, and on disk at the latest when the next `commit` resolves. */
  append(...drafts: EventDraft[]): void {
    const receipt = this.#writer.append(drafts);
    for (const event of receipt.events) foldWorkflowEvent(this.state, event);
    const earlier = this.#durable;
    const durable = receipt.durable.then(async () => {
      await earlier;
      for (const event of receipt.events) this.#onDurable(event);
    });
    // The next commit reports the failure; until then it must not count as unhandled.
    durable.catch(() => {});
    this.#durable = durable;
  }

  /** Appends, and resolves when this and everything before it is on disk. Await it before every side effect. */
  async commit(...drafts: EventDraft[]): Promise<void> {
    if (drafts.length > 0) this.append(...drafts);
    await this.#durable;
  }
}

/** The events that end an attempt: the change its merge made, then its end with the result for later steps. */
export function attemptEndEvents({ callId, taskId }: Attempt, outcome: SubtaskOutcome): readonly EventDraft[] {
  const { status, turns, usage, filesChanged, conflicts = [], error, before, change } = outcome;
  const aside = conflicts.map(({ path, aside: file }) => `Its own version of ${path} is in ${file}.`);
  const result = [outcome.result ?? "", ...aside].filter(Boolean).join("\n");
  const end = {
    type: "subtask.end" as const,
    callId,
    taskId,
    status,
    turns,
    usage,
    filesChanged: [...filesChanged],
    ...(conflicts.length > 0 && { conflicts: conflicts.map(({ path }) => path) }),
    result: result === "" ? null : excerpt(result, maxResultLength),
    error,
  };
  const saved = before ? [{ type: "snapshot.added" as const, callId, label: callId, ...before }] : [];
  return [...saved, ...(change ? [changeEvent(callId, change)] : []), end];
}

function changeEvent(callId: string, { changes, files, moreFiles }: ChangeRecord): EventDraft {
  return { type: "change.added", callId, label: callId, changes: [...changes], files: [...files], moreFiles };
}
