import {
  type EventOf,
  RooError,
  SerialQueue,
  type TaskEvent,
  type TaskId,
  type TaskWriter,
  unlimited,
  type WorkflowPlan,
} from "@roo-code/types";
import { foldWorkflow, WorkflowBudget, WorkflowRecord, WorkflowRunner } from "@roo-code/workflow";
import type { Configuration } from "../configuration/configuration.ts";
import { warnOfWideWorkspace } from "../configuration/start-checks.ts";
import type { RunOptions } from "../host.ts";
import { openClient } from "../provider/open-client.ts";
import { describeEnvironment, openTaskWorkspace } from "../session/task-workspace.ts";
import { newTaskId } from "../task-id.ts";
import { taskSnapshots } from "../undo/task-snapshots.ts";
import { requireModes } from "./load-plan.ts";
import type { WorkflowHost, WorkflowServices } from "./workflow-host.ts";
import { runCheck, WorkflowSession } from "./workflow-session.ts";

export interface WorkflowOptions extends RunOptions {
  readonly configuration: Configuration;
  /** How many subtasks may run at once; defaults to the plan's value, else 4. */
  readonly concurrency?: number;
}

const defaultConcurrency = 4;

/** Creates a workflow. Nothing is written before all requirements are checked. */
export async function createWorkflow(
  { workflows: services }: WorkflowHost,
  plan: WorkflowPlan,
  options: WorkflowOptions,
): Promise<WorkflowSession> {
  const { configuration } = options;
  requireModes(plan, configuration);
  const runStart = await describeRun(services, plan, options);
  services.checkStorage();
  const writer = await services.tasks.create(newTaskId(services.clock.now(), Math.random));
  try {
    const parts = { services, options, writer, runStart, plan, history: [] };
    const record = recordOf(parts);
    const session = assemble({ ...parts, record });
    record.begin(plan, describeEnvironment(configuration.workspace, services.clock.now()));
    return session;
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/** Opens an existing workflow. Throws `RooError` `not_a_workflow` for any other task. */
export async function openWorkflow(
  { workflows: services }: WorkflowHost,
  taskId: TaskId,
  options: WorkflowOptions,
): Promise<WorkflowSession> {
  const writer = await services.tasks.open(taskId);
  try {
    const history = writer.takeHistory();
    const plan = planOf(history);
    if (!plan) throw notAWorkflow(taskId);
    // A completed workflow needs neither modes nor a model to report its result again.
    const completedRun = foldWorkflow(history).outcome?.status === "completed" ? lastRun(history) : undefined;
    if (!completedRun) requireModes(plan, options.configuration);
    const runStart = completedRun ?? (await describeRun(services, plan, options));
    const parts = { services, options, writer, runStart, plan, history };
    return assemble({ ...parts, record: recordOf(parts) });
  } catch (error) {
    await writer.close();
    throw error;
  }
}

interface Parts {
  readonly services: WorkflowServices;
  readonly options: WorkflowOptions;
  readonly writer: TaskWriter;
  readonly history: readonly TaskEvent[];
  readonly plan: WorkflowPlan;
  readonly runStart: RunStart;
}

type RunStart = Omit<EventOf<"run.start">, "seq" | "at">;

function recordOf({ options, writer, history }: Parts): WorkflowRecord {
  const source = { taskId: writer.taskId, agent: "root" };
  return new WorkflowRecord({ writer, history, observe: (event) => options.observe(event, source) });
}

function assemble(parts: Parts & { readonly record: WorkflowRecord }): WorkflowSession {
  const { services, options, writer, plan, record, runStart } = parts;
  const { configuration, concurrency = plan.concurrency ?? defaultConcurrency, ...run } = options;
  const { home, environment, clock } = services;
  const { taskId } = writer;
  const { settings, workspace: folder } = configuration;
  const workspace = openTaskWorkspace(services, { root: folder, taskId, settings, capabilities: () => unlimited });
  const note = (code: string, message: string) => record.append({ type: "notice.added", code, message });
  warnOfWideWorkspace(folder, { environment, ...run });
  const path = environment.PATH;
  const notify = ({ code, message }: { code: string; message: string }) => note(code, message);
  const snapshots = taskSnapshots({ taskId, home, workspace: folder, clock, settings, path, notify });
  const changes = new SerialQueue();
  const subtasks = services.subtasks({ parentId: taskId, configuration, run, changes });
  const runner = new WorkflowRunner({
    record,
    subtasks,
    clock,
    changes,
    concurrency,
    runStart,
    budget: new WorkflowBudget({
      limits: run.limits,
      clock,
      onWarning: ({ percent, message }) => note(`budget_${percent}`, message),
    }),
    check: (command, limits) => runCheck(workspace, command, limits),
    snapshot: async (label) => {
      const saved = await snapshots.take(label);
      return saved && { id: saved.id, skipped: saved.skippedCount };
    },
  });
  return new WorkflowSession({ record, runner, subtasks, writer, workspace, snapshots, limits: run.limits, clock });
}

/** Checks the provider before anything starts. */
async function describeRun(
  services: WorkflowServices,
  plan: WorkflowPlan,
  options: WorkflowOptions,
): Promise<RunStart> {
  const { configuration, provider: requested, limits, autoApprove, attended, relay } = options;
  const mode = plan.phases[0]?.mode ?? plan.mode ?? "code";
  const request = { requested, settings: configuration.settings, mode, limits, attended };
  const { client } = await openClient(request, { ...services, relay });
  const { provider, model } = client;
  await client.dispose();
  return {
    type: "run.start",
    provider,
    model,
    limits,
    autoApprove: [...autoApprove],
    attended,
    pid: process.pid,
    version: services.version,
  };
}

function lastRun(history: readonly TaskEvent[]): RunStart | undefined {
  const last = history.findLast((event) => event.type === "run.start");
  if (!last) return undefined;
  const { seq: _seq, at: _at, ...runStart } = last;
  return { ...runStart, pid: process.pid };
}

function planOf(history: readonly TaskEvent[]): WorkflowPlan | undefined {
  return history.find((event) => event.type === "workflow.start")?.plan;
}

function notAWorkflow(taskId: TaskId): RooError {
  return new RooError({
    code: "not_a_workflow",
    message: `Task ${taskId} is not a workflow.`,
    next: `Resume it with: roo tasks resume ${taskId}`,
  });
}
