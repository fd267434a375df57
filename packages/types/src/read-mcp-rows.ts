import type { EventOf, TaskEvent } from "./event.ts";
import type { McpBenchmarkRow, McpCallRow, McpConnectionRow, McpResourceRow, McpRows } from "./mcp-rows.ts";
import { messageText, toolCalls } from "./message-parts.ts";
import { redactShapes } from "./redact-shapes.ts";

const maxIntentLength = 2_000;
const maxTextLength = 64_000;

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };
interface OpenBenchmark extends Writable<Omit<McpBenchmarkRow, "calls">> {
  readonly calls: Writable<McpCallRow>[];
}

/** A task's MCP usage, as table rows. */
export function mcpRows(events: Iterable<TaskEvent>): McpRows {
  const connections: McpConnectionRow[] = [];
  const resources: McpResourceRow[] = [];
  const calls = new CallRows();
  for (const event of events) {
    calls.fold(event);
    if (event.type === "resource.end") resources.push(resourceRow(event));
    if (event.type === "connection.start" || event.type === "connection.added" || event.type === "connection.failed")
      connections.push(connectionRow(event));
  }
  return { connections, resources, benchmarks: calls.benchmarks() };
}

/** A call spans several events: the request is in a reply, its outcome in two more events. */
class CallRows {
  readonly #benchmarks = new Map<string, OpenBenchmark>();
  readonly #requests = new Map<string, string>();
  readonly #unanswered = new Map<string, Writable<McpCallRow>>();
  #intent: string | undefined;

  fold(event: TaskEvent): void {
    if (event.type === "message.added") {
      this.#intent ??= bounded(redactShapes(messageText(event.message)), maxIntentLength);
    } else if (event.type === "turn.end") {
      for (const { callId, name, input } of toolCalls(event.message))
        this.#requests.set(callId, requestText(name, input));
    } else if (event.type === "mcp.end") {
      this.#add(event);
    } else if (event.type === "tool.end") {
      const row = this.#unanswered.get(event.callId);
      if (row) row.response = bounded(redactShapes(event.content), maxTextLength);
      this.#unanswered.delete(event.callId);
    }
  }

  benchmarks(): McpBenchmarkRow[] {
    const userIntent = this.#intent ?? "";
    return [...this.#benchmarks.values()].map((row) => ({ ...row, userIntent }));
  }

  #add(event: EventOf<"mcp.end">): void {
    const benchmark = this.#benchmarks.get(event.server) ?? emptyBenchmark(event.server);
    const request = this.#requests.get(event.callId) ?? "";
    const row = callRow(event, { request, step: benchmark.calls.length + 1 });
    benchmark.calls.push(row);
    benchmark.totalSteps += 1;
    if (event.error) benchmark.errorCount += 1;
    this.#benchmarks.set(event.server, benchmark);
    this.#unanswered.set(event.callId, row);
  }
}

const connectionEventTypes = {
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
    eventType: connectionEventTypes[type],
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
    errorMessage: error ? bounded(redactShapes(error.message), maxTextLength) : null,
    source,
    timeoutMs,
    at,
  };
}

function emptyBenchmark(mcpServerName: string): OpenBenchmark {
  return { mcpServerName, userIntent: "", totalSteps: 0, errorCount: 0, calls: [] };
}

/** The arguments sent to the server; for a call that names server and tool itself, only the inner ones. */
function requestText(name: string, input: unknown): string {
  const isWrapped = name === "use_mcp_tool" && typeof input === "object" && input !== null && "arguments" in input;
  const args = isWrapped ? input.arguments : input;
  return bounded(redactShapes(typeof args === "string" ? args : JSON.stringify(args ?? {})), maxTextLength);
}

/** Truncates to a number of UTF-8 bytes without splitting a character. */
function bounded(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  return new TextDecoder().decode(encoded.subarray(0, bytes)).replace(/�$/, "");
}
