import type { Usage } from "@roo-code/types";
import { countOf, isRecord, type JsonRecord, recordOf } from "../../json-value.ts";

/** `inputTokens` counts the whole prompt, what came from the cache included; `costUsd` is only what the vendor reports. */
export function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const details = recordOf(reported.prompt_tokens_details);
  const { reasoning_tokens: thought } = recordOf(reported.completion_tokens_details);
  return {
    inputTokens: countOf(reported.prompt_tokens),
    outputTokens: outputOf(reported, countOf(thought)),
    ...(typeof thought === "number" && { reasoningTokens: countOf(thought) }),
    cacheReadTokens: countOf(details.cached_tokens ?? reported.prompt_cache_hit_tokens),
    cacheWriteTokens: countOf(details.cache_write_tokens),
    costUsd: costOf(reported),
  };
}

/** Some servers count thought apart from the rest of the output; their total tells. */
function outputOf(reported: JsonRecord, thought: number): number {
  const output = countOf(reported.completion_tokens);
  const all = countOf(reported.prompt_tokens) + output + thought;
  return reported.total_tokens === all ? output + thought : output;
}

/** With a key of one's own behind a gateway, what the vendor takes comes on top of the gateway's fee. */
function costOf({ cost, is_byok: isOwnKey, cost_details: details }: JsonRecord): number | null {
  if (typeof cost !== "number") return null;
  return countOf(cost) + (isOwnKey === true ? countOf(recordOf(details).upstream_inference_cost) : 0);
}
