import type { McpCallRow } from "@roo-code/types";
import { classifyMcpError } from "./classify-mcp-error.ts";

/**
 * Calls that told nothing new: the same tool with the same arguments gave the same answer before, so nothing had changed
 * in between. Trying again after a broken connection or a time-out is not redundant.
 */
export function countRedundantCalls(calls: readonly McpCallRow[]): number {
  const known = new Set<string>();
  let redundant = 0;
  for (const call of calls) {
    const failure = classifyMcpError(call);
    if (failure === "transport" || failure === "timeout") continue;
    const told = JSON.stringify([
      call.toolName,
      canonicalArguments(call.request),
      call.errorMessage ?? call.response,
      call.responseSize,
    ]);
    if (known.has(told)) redundant += 1;
    known.add(told);
  }
  return redundant;
}

/** The order of keys makes no other call; what is no JSON is compared as it is. */
function canonicalArguments(request: string): string {
  try {
    return JSON.stringify(JSON.parse(request), (_key, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
        : part,
    );
  } catch {
    return request;
  }
}
