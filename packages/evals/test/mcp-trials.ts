import type { McpCallRow, McpConnectionRow } from "@roo-code/types";
import type { McpIntent, McpTrial } from "../src/statistics/index.ts";

const at = "2025-03-01T10:00:00.000Z";

/** Requires two calls of the server `files`: `find`, then `read`. */
export const findAndRead: McpIntent = {
  id: "find-and-read",
  text: "Say what the licence file allows.",
  gold: { files: { tools: ["find", "read"], minimumSteps: 2 }, other: { tools: ["open"], minimumSteps: 1 } },
};

export function call(toolName: string, differences: Partial<McpCallRow> = {}): McpCallRow {
  return {
    stepNumber: 0,
    toolName,
    request: "{}",
    response: `${toolName} answers`,
    responseSize: 100,
    durationMs: 10,
    errorMessage: null,
    source: "project",
    timeoutMs: 60_000,
    at,
    ...differences,
  };
}

export function failed(toolName: string, errorMessage: string): McpCallRow {
  return call(toolName, { errorMessage, response: "", responseSize: 0 });
}

export function mcpTrial(
  calls: readonly McpCallRow[],
  { connecting = [], ...differences }: Partial<McpTrial> & { connecting?: readonly number[] } = {},
): McpTrial {
  const server = differences.server ?? "files";
  const intent = differences.intent ?? findAndRead;
  const numbered = calls.map((each, index) => ({ ...each, stepNumber: index + 1 }));
  const benchmark = {
    mcpServerName: server,
    userIntent: intent.text,
    totalSteps: calls.length,
    errorCount: calls.filter(({ errorMessage }) => errorMessage !== null).length,
    calls: numbered,
  };
  return {
    server,
    intent,
    succeeded: true,
    cost: 0.02,
    rows: {
      connections: connecting.map((durationMs) => established(server, durationMs)),
      resources: [],
      benchmarks: calls.length === 0 ? [] : [benchmark],
    },
    ...differences,
  };
}

function established(serverName: string, durationMs: number): McpConnectionRow {
  return {
    serverName,
    eventType: "established",
    source: "project",
    transport: "stdio",
    durationMs,
    errorMessage: null,
    at,
  };
}
