import { type EventOf, effectiveEvents, type TaskEvent, type TrialMetrics, toolCalls } from "@roo-code/types";
import { addMetrics, noMetrics } from "../../trial/metrics.ts";

/** What tasks used, by their logs: the task itself and those that worked for it. */
export function metricsOf(logs: readonly (readonly TaskEvent[])[], duration: number): TrialMetrics {
  return { ...logs.map(metricsOfLog).reduce(addMetrics, noMetrics), duration };
}

/** What was rewound was paid for as well, so the whole log counts. */
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

const mostErrorText = 2_000;

export function toolErrorsOf(logs: readonly (readonly TaskEvent[])[]): { tool: string; error: string }[] {
  return logs.flat().flatMap((event) => {
    if (event.type !== "tool.end" || !event.isError) return [];
    return [{ tool: event.name, error: event.content.slice(0, mostErrorText) }];
  });
}

/** Lines that were given to a shell. */
export function commandsOf(logs: readonly (readonly TaskEvent[])[]): string[] {
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
