import type { TaskId, WorkflowPlan } from "@roo-code/types";
import type { WorkflowResult } from "@roo-code/workflow";
import { createWorkflow, openWorkflow, type WorkflowOptions } from "./open-workflow.ts";
import type { WorkflowHost } from "./workflow-host.ts";
import type { WorkflowSession } from "./workflow-session.ts";

export interface RunWorkflowOptions extends WorkflowOptions {
  readonly signal?: AbortSignal;
}

/** Runs a plan from a program: `runWorkflow(host, defineWorkflow({ … }), { configuration, … })`. */
export async function runWorkflow(
  host: WorkflowHost,
  plan: WorkflowPlan,
  options: RunWorkflowOptions,
): Promise<WorkflowResult> {
  return runToEnd(await createWorkflow(host, plan, options), options.signal);
}

/** Resumes a workflow that was interrupted, stopped or failed. */
export async function resumeWorkflow(
  host: WorkflowHost,
  taskId: TaskId,
  options: RunWorkflowOptions,
): Promise<WorkflowResult> {
  return runToEnd(await openWorkflow(host, taskId, options), options.signal);
}

async function runToEnd(session: WorkflowSession, signal?: AbortSignal): Promise<WorkflowResult> {
  const stop = () => session.abort();
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await session.run();
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
