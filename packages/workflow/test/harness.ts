import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { type BudgetShare, type EventDraft, SerialQueue, type TaskEvent, type WorkflowPlan } from "@roo-code/types";
import {
  type CheckOutcome,
  WorkflowBudget,
  WorkflowRecord,
  type WorkflowResult,
  WorkflowRunner,
} from "../src/index.ts";
import { FakeSubtasks } from "./fake-subtasks.ts";

const environment = { cwd: "/project", platform: "linux", shell: "bash", date: "2030-01-01" };

export interface Trial {
  readonly plan: WorkflowPlan;
  readonly subtasks?: FakeSubtasks;
  /** A command's exit code; 0 when absent. */
  readonly check?: (command: string, signal: AbortSignal) => number | null | Promise<number | null>;
  readonly budget?: BudgetShare;
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  /** The events of earlier runs. */
  readonly history?: readonly TaskEvent[];
  readonly observe?: (event: TaskEvent) => void;
}

export interface Tried {
  readonly result: WorkflowResult;
  readonly events: readonly TaskEvent[];
  readonly subtasks: FakeSubtasks;
  /** Commands that were run, in order. */
  readonly checked: readonly string[];
}

/** Runs a plan, or resumes it from its history. */
export async function tryPlan(trial: Trial): Promise<Tried> {
  const { plan, subtasks = new FakeSubtasks(), history, observe = () => {} } = trial;
  const clock = new FakeClock();
  const log = new MemoryEventLog(clock);
  const taskId = testTaskId("workflow-1");
  const writer = await log.create(taskId);
  if (history) writer.append(history.map(unstamped));
  const record = new WorkflowRecord({ writer, history: history ?? [], observe });
  if (!history) record.begin(plan, environment);
  const checked: string[] = [];
  const runner = new WorkflowRunner({
    record,
    subtasks,
    clock,
    changes: new SerialQueue(),
    budget: trial.budget ?? new WorkflowBudget({ limits: {}, clock }),
    concurrency: trial.concurrency ?? 4,
    runStart: eventDrafts.runStart() as Extract<EventDraft, { type: "run.start" }>,
    snapshot: async () => ({ id: `snapshot-${checked.length}`, skipped: 0 }),
    check: async (command, { signal }): Promise<CheckOutcome> => {
      checked.push(command);
      if (subtasks.activeInWorkspace > 0) throw new Error(`"${command}" was run beside a task of the same folder`);
      const exitCode = trial.check ? await trial.check(command, signal) : 0;
      return { exitCode, output: exitCode === 0 ? "fine" : "it broke here", durationMs: 1 };
    },
  });
  const result = await runner.run({ signal: trial.signal ?? new AbortController().signal });
  await writer.close();
  return { result, events: await log.read(taskId), subtasks, checked };
}

function unstamped(event: TaskEvent): EventDraft {
  const { seq: _seq, at: _at, ...draft } = event;
  return draft;
}

export function statuses({ result }: Tried): Record<string, string> {
  return Object.fromEntries(
    result.phases.flatMap((phase) => [
      [phase.id, phase.status],
      ...phase.subtasks.map((subtask) => [`${phase.id}/${subtask.id}`, subtask.status]),
    ]),
  );
}
