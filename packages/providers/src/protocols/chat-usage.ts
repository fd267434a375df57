import type { Usage } from "@roo-code/types";
import { countOf, isRecord, recordOf } from "../json-value.ts";

/** `inputTokens` counts the whole prompt, what came from the cache included; `costUsd` is only what the vendor reports. */
export function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const details = recordOf(reported.prompt_tokens_details);
  return {
    inputTokens: countOf(reported.prompt_tokens),
    outputTokens: countOf(reported.completion_tokens),
    cacheReadTokens: countOf(details.cached_tokens ?? reported.prompt_cache_hit_tokens),
    cacheWriteTokens: countOf(details.cache_write_tokens),
    costUsd: typeof reported.cost === "number" ? countOf(reported.cost) : null,
  };
}
