import type { EventOf, TaskEvent } from "@roo-code/types";

export interface ToolMetrics {
  attempts: number;
  failures: number;
  totalMs: number;
  errorCodes: Record<string, number>;
}

/** Calls, failures and durations per tool: a fold over the events of a task. */
export function measureTools(events: Iterable<TaskEvent>): Map<string, ToolMetrics> {
  const metrics = new Map<string, ToolMetrics>();
  for (const event of events) if (event.type === "tool.end") addToMetrics(metrics, event);
  return metrics;
}

type EndedCall = Pick<EventOf<"tool.end">, "name" | "durationMs" | "isError" | "code">;

export function addToMetrics(metrics: Map<string, ToolMetrics>, event: EndedCall): void {
  const tool = metrics.get(event.name) ?? { attempts: 0, failures: 0, totalMs: 0, errorCodes: {} };
  tool.attempts += 1;
  tool.totalMs += event.durationMs;
  if (event.isError) {
    const code = event.code ?? "unknown";
    tool.failures += 1;
    tool.errorCodes[code] = (tool.errorCodes[code] ?? 0) + 1;
  }
  metrics.set(event.name, tool);
}
