import type { McpSource, McpTransport } from "@roo-code/types";
import { boolean, doublePrecision, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { count, createdAt, id, owner, reference } from "./columns.ts";
import { runs, tasks } from "./evals.ts";

/** The trial it belongs to; neither run nor trial outside of evals. */
const originColumns = () => ({
  owner: owner(),
  runId: reference("run_id").references(() => runs.id, { onDelete: "cascade" }),
  taskId: reference("task_id").references(() => tasks.id, { onDelete: "cascade" }),
});

export const mcpConnectionEvents = pgTable(
  "mcp_connection_events",
  {
    id: id(),
    ...originColumns(),
    serverName: text("server_name").notNull(),
    eventType: text("event_type").$type<"start" | "established" | "error">().notNull(),
    source: text("source").$type<McpSource>().notNull(),
    transport: text("transport").$type<McpTransport>().notNull(),
    durationMs: doublePrecision("duration_ms"),
    errorMessage: text("error_message"),
    createdAt: createdAt(),
  },
  (table) => [index("mcp_connections_by_task").on(table.taskId)],
);

export const mcpResourceEvents = pgTable(
  "mcp_resource_events",
  {
    id: id(),
    ...originColumns(),
    serverName: text("server_name").notNull(),
    uri: text("uri").notNull(),
    eventType: text("event_type").$type<"success" | "error">().notNull(),
    source: text("source").$type<McpSource>().notNull(),
    transport: text("transport").$type<McpTransport>().notNull(),
    durationMs: doublePrecision("duration_ms").notNull(),
    responseSize: integer("response_size").notNull(),
    errorMessage: text("error_message"),
    createdAt: createdAt(),
  },
  (table) => [index("mcp_resources_by_task").on(table.taskId)],
);

export const mcpRetrievalBenchmarks = pgTable(
  "mcp_retrieval_benchmarks",
  {
    id: id(),
    ...originColumns(),
    mcpServerName: text("mcp_server_name").notNull(),
    userIntent: text("user_intent").notNull(),
    totalSteps: count("total_steps"),
    /** Not known before the trial is graded. */
    codeExecutionSuccess: boolean("code_execution_success"),
    errorCount: count("error_count"),
    createdAt: createdAt(),
  },
  (table) => [index("mcp_benchmarks_by_task").on(table.taskId)],
);

export const mcpRetrievalCalls = pgTable(
  "mcp_retrieval_calls",
  {
    id: id(),
    benchmarkId: reference("benchmark_id")
      .notNull()
      .references(() => mcpRetrievalBenchmarks.id, { onDelete: "cascade" }),
    stepNumber: integer("step_number").notNull(),
    toolName: text("tool_name").notNull(),
    request: text("request").notNull(),
    response: text("response").notNull(),
    responseSize: integer("response_size").notNull(),
    durationMs: doublePrecision("duration_ms").notNull(),
    errorMessage: text("error_message"),
    source: text("source").$type<McpSource>().notNull(),
    timeoutMs: integer("timeout_ms").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("mcp_calls_by_benchmark").on(table.benchmarkId, table.stepNumber)],
);
