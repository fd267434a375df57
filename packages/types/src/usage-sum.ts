import type { TaskEvent } from "./event.ts";
import type { Usage } from "./usage.ts";

export function noUsage(): Usage {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null };
}

function addReasoning({ reasoningTokens: left }: Usage, { reasoningTokens: right }: Usage): Partial<Usage> {
  return left === undefined && right === undefined ? {} : { reasoningTokens: (left ?? 0) + (right ?? 0) };
}

/** Known costs are added up, so that a cost limit holds even if one reply has no price. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    ...addReasoning(left, right),
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    costUsd: left.costUsd === null ? right.costUsd : left.costUsd + (right.costUsd ?? 0),
  };
}

/** What an event adds to its task's usage. Totals in `run.end` are not counted again. */
export function usageOf(event: TaskEvent): Usage | undefined {
  return event.type !== "run.end" && "usage" in event ? event.usage : undefined;
}
