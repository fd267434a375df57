import type { McpRows } from "@roo-code/types";
import * as z from "zod";

const source = z.enum(["global", "project"]);
const transport = z.enum(["stdio", "sse", "streamable-http"]);
const errorMessage = z.string().nullable();

const connectionSchema = z.object({
  serverName: z.string(),
  eventType: z.enum(["start", "established", "error"]),
  source,
  transport,
  durationMs: z.number().nullable(),
  errorMessage,
  at: z.string(),
});

const resourceSchema = z.object({
  serverName: z.string(),
  uri: z.string(),
  eventType: z.enum(["success", "error"]),
  source,
  transport,
  durationMs: z.number(),
  responseSize: z.number(),
  errorMessage,
  at: z.string(),
});

const callSchema = z.object({
  stepNumber: z.number(),
  toolName: z.string(),
  request: z.string(),
  response: z.string(),
  responseSize: z.number(),
  durationMs: z.number(),
  errorMessage,
  source,
  timeoutMs: z.number(),
  at: z.string(),
});

const benchmarkSchema = z.object({
  mcpServerName: z.string(),
  userIntent: z.string(),
  totalSteps: z.number(),
  errorCount: z.number(),
  calls: z.array(callSchema),
});

/** As they come from a runner. */
export const mcpRowsSchema = z.object({
  connections: z.array(connectionSchema),
  resources: z.array(resourceSchema),
  benchmarks: z.array(benchmarkSchema),
}) satisfies z.ZodType<McpRows>;
