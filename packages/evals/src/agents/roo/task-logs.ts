import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor, FileEventLog } from "@roo-code/store";
import { exportTask } from "@roo-code/store/import-export";
import {
  type Clock,
  type EventOf,
  effectiveEvents,
  type Failure,
  isTaskId,
  mcpRows,
  type TaskEvent,
  type TrialLimit,
  type TrialMetrics,
  toolCalls,
  trialLimits,
} from "@roo-code/types";
import { addMetrics, noMetrics } from "../../trial/metrics.ts";
import type { AgentOutcome } from "../../trial-agent.ts";

const clock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Every log in an agent's home by task id. Skips logs that cannot be read. */
export async function readTaskLogs(home: string): Promise<ReadonlyMap<string, readonly TaskEvent[]>> {
  const tasksFolder = join(home, "tasks");
  const log = new FileEventLog({ tasksFolder, clock });
  const logs = new Map<string, readonly TaskEvent[]>();
  for (const name of existsSync(tasksFolder) ? readdirSync(tasksFolder) : [])
    if (isTaskId(name)) logs.set(name, await log.read(name).catch(() => []));
  return logs;
}

/** The new events of each log. */
export function eventsSince(
  before: ReadonlyMap<string, readonly TaskEvent[]>,
  now: ReadonlyMap<string, readonly TaskEvent[]>,
): ReadonlyMap<string, readonly TaskEvent[]> {
  return new Map([...now].map(([taskId, events]) => [taskId, events.slice(before.get(taskId)?.length ?? 0)]));
}

/** Copies the logs of the first try, so that the second one can continue its task. */
export function restoreTaskLogs({ home, artifacts }: { readonly home: string; readonly artifacts: string }): void {
  if (existsSync(join(artifacts, "tasks"))) cpSync(join(artifacts, "tasks"), join(home, "tasks"), { recursive: true });
}

/** Saves the logs among the trial's artifacts, with the task as an ATIF export. */
export async function saveTaskLogs(
  { home, artifacts }: { readonly home: string; readonly artifacts: string },
  events: readonly TaskEvent[],
): Promise<void> {
  cpSync(join(home, "tasks"), join(artifacts, "tasks"), { recursive: true });
  const redact = createRedactor(secretsIn(process.env));
  for (const [name, content] of await exportTask(events, { format: "atif", redact }))
    writeFileSync(join(artifacts, name), content, { mode: 0o600 });
}

function secretsIn(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /(KEY|TOKEN|SECRET|PASSWORD)$/.test(name) ? [value] : [],
  );
}

interface FinishedTask {
  readonly taskId: string;
  /** Task id → events, of the task and its subtasks. */
  readonly logs: ReadonlyMap<string, readonly TaskEvent[]>;
  readonly duration: number;
  /** Whether it was aborted. */
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
  return end.error ?? { code: "agent_failed", message: "The agent failed without a message." };
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
