import type { Usage } from "@roo-code/types";
import { countOf, isRecord } from "../../json-value.ts";

/** Thought and what tools put into the prompt are counted apart from the output and the prompt: both are added. */
export function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const reasoningTokens = countOf(reported.thoughtsTokenCount);
  return {
    inputTokens: countOf(reported.promptTokenCount) + countOf(reported.toolUsePromptTokenCount),
    outputTokens: countOf(reported.candidatesTokenCount) + reasoningTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
    cacheReadTokens: countOf(reported.cachedContentTokenCount),
    cacheWriteTokens: 0,
    costUsd: null,
  };
}
