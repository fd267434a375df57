import type { Usage } from "@roo-code/types";
import { countOf, isRecord } from "../../json-value.ts";

/** Bedrock counts what was cached apart from the input; ours is the whole prompt. */
export function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const cacheReadTokens = countOf(reported.cacheReadInputTokens);
  const cacheWriteTokens = countOf(reported.cacheWriteInputTokens);
  return {
    inputTokens: countOf(reported.inputTokens) + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(reported.outputTokens),
    cacheReadTokens,
    cacheWriteTokens,
    costUsd: null,
  };
}
