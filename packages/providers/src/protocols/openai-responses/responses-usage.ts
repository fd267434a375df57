import type { Usage } from "@roo-code/types";
import { countOf, isRecord, recordOf } from "../../json-value.ts";

/** `inputTokens` counts the whole prompt, what came from the cache included; `costUsd` is only what the vendor reports. */
export function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const input = recordOf(reported.input_tokens_details);
  const { reasoning_tokens: thought } = recordOf(reported.output_tokens_details);
  return {
    inputTokens: countOf(reported.input_tokens),
    outputTokens: countOf(reported.output_tokens),
    ...(typeof thought === "number" && { reasoningTokens: countOf(thought) }),
    cacheReadTokens: countOf(input.cached_tokens),
    cacheWriteTokens: countOf(input.cache_write_tokens),
    costUsd: typeof reported.cost === "number" ? countOf(reported.cost) : null,
  };
}
