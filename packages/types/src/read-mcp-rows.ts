import type { EventOf, TaskEvent } from "./event.ts";
import type { McpBenchmarkRow, McpCallRow, McpConnectionRow, McpResourceRow, McpRows } from "./mcp-rows.ts";
import { messageText, toolCalls } from "./message-parts.ts";
import { redactShapes } from "./redact-shapes.ts";

const longestIntent = 2_000;
const longestText = 64_000;

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };
interface OpenBenchmark extends Writable<Omit<McpBenchmarkRow, "calls">> {
  readonly calls: Writable<McpCallRow>[];
}

/** A task's dealings with MCP servers, as the rows of the tables that keep them. */
export function mcpRows(events: Iterable<TaskEvent>): McpRows {
  const connections: McpConnectionRow[] = [];
  const resources: McpResourceRow[] = [];
  const benchmarks = new Map<string, OpenBenchmark>();
  const requests = new Map<string, string>();
  const unanswered = new Map<string, Writable<McpCallRow>>();
  let intent: string | undefined;
  for (const event of events) {
    switch (event.type) {
      case "message.added":
        intent ??= bounded(redactShapes(messageText(event.message)), longestIntent);
        break;
      case "turn.end":
        for (const { callId, name, input } of toolCalls(event.message)) requests.set(callId, requestText(name, input));
        break;
      case "connection.start":
      case "connection.added":
      case "connection.failed":
        connections.push(connectionRow(event));
        break;
      case "resource.end":
        resources.push(resourceRow(event));
        break;
      case "mcp.end": {
        const benchmark = benchmarks.get(event.server) ?? emptyBenchmark(event.server);
        const row = callRow(event, { request: requests.get(event.callId) ?? "", step: benchmark.calls.length + 1 });
        benchmark.calls.push(row);
        benchmark.totalSteps += 1;
        if (event.error) benchmark.errorCount += 1;
        benchmarks.set(event.server, benchmark);
        unanswered.set(event.callId, row);
        break;
      }
      case "tool.end": {
        const row = unanswered.get(event.callId);
        if (row) row.response = bounded(redactShapes(event.content), longestText);
        unanswered.delete(event.callId);
        break;
      }
      default:
    }
  }
  const userIntent = intent ?? "";
  return { connections, resources, benchmarks: [...benchmarks.values()].map((row) => ({ ...row, userIntent })) };
}

const connectionWords = {
  "connection.start": "start",
  "connection.added": "established",
  "connection.failed": "error",
} as const;

function connectionRow(
  event: EventOf<"connection.start"> | EventOf<"connection.added"> | EventOf<"connection.failed">,
): McpConnectionRow {
  const { server: serverName, source, transport, at, type } = event;
  return {
    serverName,
    eventType: connectionWords[type],
    source,
    transport,
    durationMs: type === "connection.start" ? null : event.durationMs,
    errorMessage: type === "connection.failed" ? redactShapes(event.error.message) : null,
    at,
  };
}

function resourceRow(event: EventOf<"resource.end">): McpResourceRow {
  const { server: serverName, uri, source, transport, durationMs, bytes: responseSize, error, at } = event;
  const errorMessage = error ? redactShapes(error.message) : null;
  const eventType = error ? "error" : "success";
  return {
    serverName,
    uri: redactShapes(uri),
    eventType,
    source,
    transport,
    durationMs,
    responseSize,
    errorMessage,
    at,
  };
}

function callRow(
  event: EventOf<"mcp.end">,
  { request, step }: { request: string; step: number },
): Writable<McpCallRow> {
  const { tool: toolName, bytes: responseSize, durationMs, error, source, timeoutMs, at } = event;
  return {
    stepNumber: step,
    toolName,
    request,
    response: "",
    responseSize,
    durationMs,
    errorMessage: error ? bounded(redactShapes(error.message), longestText) : null,
    source,
    timeoutMs,
    at,
  };
}

function emptyBenchmark(mcpServerName: string): OpenBenchmark {
  return { mcpServerName, userIntent: "", totalSteps: 0, errorCount: 0, calls: [] };
}

/** What the server was sent: of a call that names server and tool itself, only what is for them. */
function requestText(name: string, input: unknown): string {
  const isWrapped = name === "use_mcp_tool" && typeof input === "object" && input !== null && "arguments" in input;
  const given = isWrapped ? input.arguments : input;
  return bounded(redactShapes(typeof given === "string" ? given : JSON.stringify(given ?? {})), longestText);
}

/** At most so many bytes of UTF-8, and no half character. */
function bounded(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  return new TextDecoder().decode(encoded.subarray(0, bytes)).replace(/�$/, "");
}
