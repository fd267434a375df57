import type { TaskEvent } from "@roo-code/types";

export interface ToolMetrics {
  attempts: number;
  failures: number;
  totalMs: number;
  errorCodes: Record<string, number>;
}

/** Calls, failures and durations per tool: a fold over the events of a task. */
export function measureTools(events: Iterable<TaskEvent>): Map<string, ToolMetrics> {
  const metrics = new Map<string, ToolMetrics>();
  for (const event of events) {
    if (event.type !== "tool.end") continue;
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
  return metrics;
}
