import { type EventOf, type Failure, mcpRows, type TaskEvent, type TrialLimit, trialLimits } from "@roo-code/types";
import type { AgentOutcome } from "../../trial-agent.ts";
import { commandsOf, metricsOf, toolErrorsOf } from "./task-metrics.ts";

export interface FinishedTask {
  readonly taskId: string;
  /** By task: its own, and those of tasks that worked for it. */
  readonly logs: ReadonlyMap<string, readonly TaskEvent[]>;
  readonly duration: number;
  /** Somebody had it stop. */
  readonly isStopped: boolean;
}

/** What an agent's logs say of its work. */
export function outcomeOf({ taskId, logs, duration, isStopped }: FinishedTask): AgentOutcome {
  const all = [...logs.values()];
  const end = logs.get(taskId)?.findLast((event) => event.type === "run.end");
  return {
    taskId,
    metrics: metricsOf(all, duration),
    limit: end?.status === "limit" ? limitOf(end) : null,
    error: isStopped ? null : errorOf(end),
    toolErrors: toolErrorsOf(all),
    commands: commandsOf(all),
    mcp: mcpRows(all.flat()),
  };
}

/** Going in circles or making mistakes is no cap: what it left is graded as it is. */
function limitOf({ error }: EventOf<"run.end">): TrialLimit | null {
  return trialLimits.find((limit) => error?.code === `limit_${limit}`) ?? null;
}

/** A request that became too long is the agent's own doing; that no model could be reached is not. */
function errorOf(end: EventOf<"run.end"> | undefined): Failure | null {
  if (!end) return { code: "agent_died", message: "The agent ended in the middle of its task." };
  if (end.status !== "failed" || end.error?.code === "context_overflow") return null;
  return end.error ?? { code: "agent_failed", message: "The agent failed without a reason." };
}
