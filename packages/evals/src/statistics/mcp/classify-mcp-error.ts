import type { McpCallRow } from "@roo-code/types";

/**
 * Why a call failed. `validation`: the arguments do not fit the tool's schema; `tool`: it ran and reported a failure;
 * `protocol`: the response violates MCP; `transport`: there was no response.
 */
export const mcpErrorClasses = ["transport", "timeout", "protocol", "validation", "tool"] as const;
export type McpErrorClass = (typeof mcpErrorClasses)[number];

/** Codes of JSON-RPC, and codes that MCP libraries use for calls that never left the client. */
const classOfCode: Readonly<Record<string, McpErrorClass>> = {
  "-32000": "transport",
  "-32001": "timeout",
  "-32600": "protocol",
  "-32601": "protocol",
  "-32602": "validation",
  "-32603": "protocol",
  "-32700": "protocol",
};

/** The first match wins; without a match, the tool reported it. */
const patternOfClass: readonly (readonly [McpErrorClass, RegExp])[] = [
  ["timeout", /\btimed[ -]?out\b|\btime-?out\b|\bETIMEDOUT\b|\bdeadline exceeded\b/i],
  [
    "transport",
    /\bE(CONN(REFUSED|RESET|ABORTED)|PIPE|NOTFOUND|HOSTUNREACH)\b|\bspawn\b.*\bENOENT\b|\bconnection (was )?(closed|lost|refused|reset)\b|\bnot connected\b|\bfetch failed\b|\bsocket hang up\b/i,
  ],
  [
    "validation",
    /\b(input|argument|schema|parameter)s? validation\b|\binvalid (arguments?|params?|parameters?|input)\b|\bdoes(n't| not) (fit|match) .*\bschema\b/i,
  ],
  [
    "protocol",
    /\bunexpected token\b.*\bJSON\b|\b(parse error|invalid request|method not found|unsupported protocol)\b/i,
  ],
];

/** Null for a call that did not fail. */
export function classifyMcpError(
  call: Pick<McpCallRow, "errorMessage" | "durationMs" | "timeoutMs">,
): McpErrorClass | null {
  const message = call.errorMessage;
  if (message === null) return null;
  const code = /(?:MCP error|code["':]*)\s*(-32\d{3})\b/i.exec(message)?.[1];
  const ofCode = code === undefined ? undefined : classOfCode[code];
  if (ofCode !== undefined) return ofCode;
  const ofPattern = patternOfClass.find(([, pattern]) => pattern.test(message))?.[0];
  return ofPattern ?? (call.timeoutMs > 0 && call.durationMs >= call.timeoutMs ? "timeout" : "tool");
}
