import type { McpRows } from "@roo-code/types";
import {
  evalRunRequestSchema,
  failureSchema,
  testCountsSchema,
  trialLimitSchema,
  trialMetricsSchema,
  verdictSchema,
} from "@roo-code/types";
import * as z from "zod";
import type { TrialReport } from "../queue/index.ts";
import type { AgentUpdate } from "../trial-agent.ts";

const request = evalRunRequestSchema.shape;

/** One trial for a runner. Plain data, because it may run in another process, container or machine. Contains no secrets. */
const runnerJobSchema = z.object({
  /** Unique to this attempt. */
  mark: z.string(),
  runId: z.number(),
  trialId: z.number(),
  /** The number of its lease. */
  number: z.number(),
  suite: request.suite,
  language: z.string(),
  exercise: z.string(),
  agent: z.string(),
  settings: request.settings,
  prompt: request.prompt,
  tests: request.tests,
  limits: z.object({
    seconds: z.number(),
    turns: z.number().optional(),
    tokens: z.number().optional(),
    cost: z.number().optional(),
  }),
  /** The folder for files that are kept with the trial. */
  artifacts: z.string(),
});
export type RunnerJob = z.infer<typeof runnerJobSchema>;

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

/** As a runner reports them. */
const mcpRowsSchema = z.object({
  connections: z.array(connectionSchema),
  resources: z.array(resourceSchema),
  benchmarks: z.array(benchmarkSchema),
}) satisfies z.ZodType<McpRows>;

/** The input of a runner, one JSON object per line. The end of its input aborts the trial, because its controller is gone. */
export const runnerInputSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("job"), job: runnerJobSchema }),
  z.object({ type: z.literal("stop"), limit: trialLimitSchema }),
]);
export type RunnerInput = z.infer<typeof runnerInputSchema>;

const toolErrorSchema = z.object({ tool: z.string(), error: z.string() });

const trialReportSchema = z.object({
  verdict: verdictSchema,
  limit: trialLimitSchema.nullable(),
  error: failureSchema.nullable(),
  tests: testCountsSchema.nullable(),
  metrics: trialMetricsSchema,
  toolErrors: z.array(toolErrorSchema),
  flags: z.array(z.string()),
  diff: z.string(),
  gradingMs: z.number(),
  taskId: z.string().optional(),
  artifacts: z.string().optional(),
  mcp: mcpRowsSchema.optional(),
}) satisfies z.ZodType<TrialReport>;

/** The output of a runner, one JSON object per line; `report` is the last. */
export const runnerOutputSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("usage"), metrics: trialMetricsSchema }),
  z.object({ type: z.literal("task-event"), eventName: z.string(), payload: z.array(z.unknown()) }),
  z.object({ type: z.literal("report"), report: trialReportSchema }),
]);
export type RunnerOutput = AgentUpdate | { readonly type: "report"; readonly report: TrialReport };
