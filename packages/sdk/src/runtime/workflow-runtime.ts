import { prepareRun } from "@roo-code/host/tasks";
import {
  createWorkflow,
  defineWorkflow,
  foldWorkflow,
  loadPlan,
  openWorkflow,
  reportPhases,
  type WorkflowOptions,
  type WorkflowResult,
  type WorkflowSession,
} from "@roo-code/host/workflow";
import { RooError } from "@roo-code/types";
import type { AgentEvent } from "../agent-events.ts";
import type { WorkflowRunnerOptions, WorkflowState } from "../workflow-runner.ts";
import { Attendant } from "./attendant.ts";
import { type Door, openDoor } from "./door.ts";
import { anyOf, refuseAborted, requireTaskId } from "./requirements.ts";

/** What a workflow runner loads with its first run. */
export class WorkflowRuntime {
  readonly #options: WorkflowRunnerOptions;
  readonly #door: Door;
  readonly #observe: (event: AgentEvent) => void;

  private constructor(options: WorkflowRunnerOptions, door: Door, observe: (event: AgentEvent) => void) {
    this.#options = options;
    this.#door = door;
    this.#observe = observe;
  }

  static async open(options: WorkflowRunnerOptions, observe: (event: AgentEvent) => void): Promise<WorkflowRuntime> {
    const tools = [...(options.tools ?? [])];
    return new WorkflowRuntime(options, await openDoor({ ...options, currentTools: () => tools }), observe);
  }

  async run(signal?: AbortSignal): Promise<WorkflowResult> {
    const { plan } = this.#options;
    if (plan === undefined) throw new RooError({ code: "bad_options", message: "There is no plan to run." });
    const checked = typeof plan === "string" ? await loadPlan(plan) : defineWorkflow(plan);
    return this.#runToEnd(signal, (options) => createWorkflow(this.#door.host, checked, options));
  }

  async resume(taskId: string, signal?: AbortSignal): Promise<WorkflowResult> {
    const id = requireTaskId(taskId);
    return this.#runToEnd(signal, (options) => openWorkflow(this.#door.host, id, options));
  }

  async state(taskId: string): Promise<WorkflowState> {
    const id = requireTaskId(taskId);
    const { tasks } = this.#door.host;
    const state = foldWorkflow(await tasks.read(id));
    if (!state.plan) throw new RooError({ code: "not_a_workflow", message: `Task ${taskId} is not a workflow.` });
    const phases = reportPhases(state);
    const { status } = await tasks.summarize(id);
    const subtasks = phases.flatMap((phase) => phase.subtasks);
    return {
      taskId,
      name: state.plan.name,
      status,
      phases,
      currentPhase: phases.findIndex((phase) => phase.status !== "completed"),
      completedSubtasks: subtasks.filter((subtask) => subtask.status === "completed").length,
      usage: state.usage,
      filesChanged: [...state.filesChanged].sort(),
    };
  }

  async #runToEnd(
    signal: AbortSignal | undefined,
    open: (options: WorkflowOptions) => Promise<WorkflowSession>,
  ): Promise<WorkflowResult> {
    const stop = anyOf([this.#options.signal, signal]);
    refuseAborted(stop);
    const { host, cwd, storage } = this.#door;
    const { options } = await prepareRun(host, cwd, this.#door.input());
    const { approve, answer, concurrency } = this.#options;
    const opened = Promise.withResolvers<WorkflowSession>();
    let failure: RooError | undefined;
    const attendant = new Attendant({
      approve,
      answer,
      submit: async (op, taskId) => (await opened.promise).submit(op, taskId),
      onFailure: (error) => {
        failure = error;
        void opened.promise.then((session) => session.abort());
      },
    });
    const session = await open({
      ...options,
      ...(concurrency !== undefined && { concurrency }),
      observe: (item, source) => {
        this.#observe({ ...item, from: source });
        if (options.attended) attendant.observe(item, source);
      },
    });
    opened.resolve(session);
    const onAbort = () => session.abort();
    stop?.addEventListener("abort", onAbort);
    if (stop?.aborted) onAbort();
    try {
      const result = await session.run();
      if (failure) throw failure;
      return result;
    } finally {
      stop?.removeEventListener("abort", onAbort);
      await storage.tidy();
    }
  }
}
