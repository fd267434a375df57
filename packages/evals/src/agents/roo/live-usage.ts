import type { RooEvent } from "@roo-code/ipc";
import type { TrialMetrics } from "@roo-code/types";
import { addMetrics, noMetrics } from "../../trial/metrics.ts";

/** What a task and those that work for it have used so far, by what is told of them. */
export class LiveUsage {
  readonly #tasks = new Map<string, TrialMetrics>();

  /** The sum, when there is news. */
  hear(event: RooEvent): TrialMetrics | undefined {
    if (event.eventName !== "taskTokenUsageUpdated" && event.eventName !== "taskCompleted") return undefined;
    const [taskId, usage, tools] = event.payload;
    this.#tasks.set(taskId, {
      ...noMetrics,
      tokensIn: usage.totalTokensIn,
      tokensOut: usage.totalTokensOut,
      tokensContext: usage.contextTokens,
      cacheReads: usage.totalCacheReads ?? 0,
      cacheWrites: usage.totalCacheWrites ?? 0,
      cost: usage.totalCost,
      toolUsage: toolUsageOf(tools),
    });
    return [...this.#tasks.values()].reduce(addMetrics, noMetrics);
  }
}

function toolUsageOf(tools: Readonly<Record<string, { attempts: number; failures: number } | undefined>>) {
  return Object.fromEntries(Object.entries(tools).flatMap(([name, usage]) => (usage ? [[name, usage]] : [])));
}
