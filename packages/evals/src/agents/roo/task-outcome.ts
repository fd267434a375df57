import type { EventOf, Failure, TaskEvent, TrialLimit, TrialMetrics } from "@roo-code/types";
import { effectiveEvents, mcpRows, toolCalls, trialLimits } from "@roo-code/types";
import { addMetrics, noMetrics } from "../../trial/metrics.ts";
import type { AgentOutcome } from "../../trial-agent.ts";

interface FinishedTask {
  readonly taskId: string;
  /** By task id: its own, and those of its subtasks. */
  readonly logs: ReadonlyMap<string, readonly TaskEvent[]>;
  readonly duration: number;
  /** It was aborted. */
  readonly isStopped: boolean;
}

/** The outcome of an agent's work, from its logs. */
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

/** Loops and repeated mistakes are not trial limits: the result is graded as it is. */
function limitOf({ error }: EventOf<"run.end">): TrialLimit | null {
  return trialLimits.find((limit) => error?.code === `limit_${limit}`) ?? null;
}

/** A request that became too long is the agent's fault; an unreachable model is not. */
function errorOf(end: EventOf<"run.end"> | undefined): Failure | null {
  if (!end) return { code: "agent_died", message: "The agent exited in the middle of its task." };
  if (end.status !== "failed" || end.error?.code === "context_overflow") return null;
  return end.error ?? { code: "agent_failed", message: "The agent failed without a reason." };
}

/** The usage of a task and its subtasks, from their logs. */
function metricsOf(logs: readonly (readonly TaskEvent[])[], duration: number): TrialMetrics {
  return { ...logs.map(metricsOfLog).reduce(addMetrics, noMetrics), duration };
}

/** Rewound turns were paid for as well, so the whole log counts. */
function metricsOfLog(events: readonly TaskEvent[]): TrialMetrics {
  let metrics = noMetrics;
  for (const event of events) {
    if (event.type === "turn.end") metrics = addMetrics(metrics, { ...metricsOfUsage(event.usage), turns: 1 });
    if (event.type === "summary.added" && event.usage) metrics = addMetrics(metrics, metricsOfUsage(event.usage));
    if (event.type === "tool.end") {
      const usage = { attempts: 1, failures: event.isError ? 1 : 0 };
      metrics = addMetrics(metrics, { ...noMetrics, toolUsage: { [event.name]: usage } });
    }
  }
  return metrics;
}

function metricsOfUsage(usage: EventOf<"turn.end">["usage"]): TrialMetrics {
  return {
    ...noMetrics,
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    tokensContext: usage.inputTokens,
    cacheReads: usage.cacheReadTokens,
    cacheWrites: usage.cacheWriteTokens,
    cost: usage.costUsd,
  };
}

const maxErrorLength = 2_000;

function toolErrorsOf(logs: readonly (readonly TaskEvent[])[]): { tool: string; error: string }[] {
  return logs.flat().flatMap((event) => {
    if (event.type !== "tool.end" || !event.isError) return [];
    return [{ tool: event.name, error: event.content.slice(0, maxErrorLength) }];
  });
}

/** Shell commands. */
function commandsOf(logs: readonly (readonly TaskEvent[])[]): string[] {
  return logs.flatMap((events) =>
    effectiveEvents(events).flatMap((event) =>
      event.type === "turn.end" ? toolCalls(event.message).flatMap(commandOf) : [],
    ),
  );
}

function commandOf({ name, input }: { readonly name: string; readonly input: unknown }): string[] {
  if (name !== "execute_command" || typeof input !== "object" || input === null || !("command" in input)) return [];
  return typeof input.command === "string" ? [input.command] : [];
}
