import * as z from "zod";
import { evalRateSchema, evalRunRequestSchema, evalRunSchema } from "../evals/run.ts";
import { evalTrialSchema } from "../evals/trial.ts";
import { loggedEventSchema } from "../event.ts";
import { nothing, pageNext, pageQuery } from "./common.ts";
import { defineRoute, defineStream } from "./route.ts";

const { interval } = evalRateSchema.shape;

/** Totals of a run. */
const runSummarySchema = z.object({
  overall: evalRateSchema,
  languages: z.array(z.object({ language: z.string(), ...evalRateSchema.shape })),
  passAt: z.array(z.object({ k: z.number(), anyOf: z.number(), allOf: z.number() })),
  errors: z.number().describe("trials that failed for reasons other than the agent: not in the rates"),
  voided: z.number().describe("passed through proven tampering: counted as not passed"),
  flagged: z.number().describe("passed, but worth a review: counted as passed"),
  excluded: z
    .array(z.object({ language: z.string(), exercise: z.string() }))
    .describe("exercises that pass without any work: not in the rates"),
  flaky: z.array(z.object({ language: z.string(), exercise: z.string(), passed: z.number(), tried: z.number() })),
  costPerSolved: z.number().nullable(),
  tools: z.array(z.object({ tool: z.string(), attempts: z.number(), failures: z.number() })),
  /** In percentage points. */
  smallestDifference: z.number().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

const comparisonSchema = z.object({
  shared: z.number(),
  onlyA: z.number().describe("exercises that only the first run solved"),
  onlyB: z.number(),
  both: z.number(),
  neither: z.number(),
  difference: z.number().describe("second minus first, in percentage points"),
  interval,
  pValue: z.number(),
  method: z.string(),
  smallestDifference: z.number(),
  /** The conclusion, in one sentence. */
  verdict: z.string(),
  languages: z.array(z.object({ language: z.string(), difference: z.number(), pValue: z.number() })),
  exercises: z.array(
    z.object({ language: z.string(), exercise: z.string(), a: z.number().nullable(), b: z.number().nullable() }),
  ),
  changes: z.array(z.object({ key: z.string(), a: z.unknown(), b: z.unknown() })).describe("between the two requests"),
});
export type RunComparison = z.infer<typeof comparisonSchema>;

const mcpBenchmarkSchema = z.object({
  server: z.string(),
  intents: z.number(),
  success: evalRateSchema,
  steps: z.object({ median: z.number(), p95: z.number() }),
  latencyMs: z.object({ median: z.number(), p95: z.number() }),
  bytes: z.object({ median: z.number(), p95: z.number() }),
  errorRate: z.number(),
  pathEfficiency: z.number().nullable(),
  firstCallAccuracy: z.number().nullable(),
});
export type McpBenchmark = z.infer<typeof mcpBenchmarkSchema>;

/** Sent to watchers of a run. */
const runNewsSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("run"), run: evalRunSchema }),
  z.object({ type: z.literal("trial"), trial: evalTrialSchema }),
]);
export type RunNews = z.infer<typeof runNewsSchema>;

/** Range of ids in the database. */
const idSchema = z.coerce.number().int().positive().max(2_147_483_647);
const runParams = z.object({ runId: idSchema });
const trialParams = z.object({ trialId: idSchema });
const errors = ["unknown_run"];

export const evals = {
  suites: defineRoute({
    method: "GET",
    path: "/evals/suites",
    summary: "List suites, their exercises, and whether this machine can grade them",
    permission: "evals:read",
    query: z.object({ suite: z.string().max(4096).optional().describe("a folder") }),
    output: z.object({
      suites: z.array(
        z.object({
          name: z.string(),
          languages: z.array(
            z.object({
              language: z.string(),
              exercises: z.array(z.string()),
              /** Programs missing on this machine for grading it. */
              missing: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
    errors: ["unknown_suite"],
  }),
  runs: defineRoute({
    method: "GET",
    path: "/evals/runs",
    summary: "List runs, newest first",
    permission: "evals:read",
    query: z.object(pageQuery),
    output: z.object({ runs: z.array(evalRunSchema), next: pageNext }),
  }),
  plan: defineRoute({
    method: "POST",
    path: "/evals/plan",
    summary: "Preview a run: its trials and the smallest difference it could detect",
    permission: "evals:read",
    body: evalRunRequestSchema,
    output: z.object({ trials: z.number(), smallestDifference: z.number().nullable(), sentence: z.string() }),
    errors: ["unknown_suite", "no_exercises"],
  }),
  create: defineRoute({
    method: "POST",
    path: "/evals/runs",
    summary: "Start a run",
    permission: "evals:write",
    body: evalRunRequestSchema,
    output: evalRunSchema,
    status: 201,
    errors: [
      "unknown_suite",
      "no_exercises",
      "unknown_agent",
      "cap_not_countable",
      "answers_not_hidden",
      "secret_in_settings",
      "no_provider",
      "profile_not_found",
    ],
  }),
  get: defineRoute({
    method: "GET",
    path: "/evals/runs/:runId",
    summary: "Get a run, its trials and results",
    permission: "evals:read",
    params: runParams,
    output: z.object({ run: evalRunSchema, trials: z.array(evalTrialSchema), summary: runSummarySchema }),
    errors,
  }),
  watch: defineStream({
    method: "GET",
    path: "/evals/runs/:runId/stream",
    summary: "Watch a run, as server-sent events",
    permission: "evals:read",
    params: runParams,
    output: runNewsSchema,
    errors,
  }),
  cancel: defineRoute({
    method: "POST",
    path: "/evals/runs/:runId/cancel",
    summary: "Stop a run; finished trials are kept",
    permission: "evals:write",
    params: runParams,
    output: evalRunSchema,
    errors,
  }),
  resume: defineRoute({
    method: "POST",
    path: "/evals/runs/:runId/resume",
    summary: "Resume the rest of a run",
    permission: "evals:write",
    params: runParams,
    output: evalRunSchema,
    status: 202,
    errors,
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/evals/runs/:runId",
    summary: "Delete a run and all its data",
    permission: "evals:write",
    params: runParams,
    output: nothing,
    errors: [...errors, "run_busy"],
  }),
  compare: defineRoute({
    method: "GET",
    path: "/evals/compare",
    summary: "Compare two runs: whether the second is better, and how certain that is",
    permission: "evals:read",
    query: z.object({ a: idSchema, b: idSchema }),
    output: comparisonSchema,
    errors: [...errors, "nothing_shared"],
  }),
  trial: defineRoute({
    method: "GET",
    path: "/evals/trials/:trialId",
    summary: "Get a trial: what the agent did and changed, and how it was graded",
    permission: "evals:read",
    params: trialParams,
    output: z.object({
      trial: evalTrialSchema,
      diff: z.string(),
      gradingOutput: z.string(),
      /** Events of the agent's task, if the agent is Roo. */
      events: z.array(loggedEventSchema),
      log: z.string(),
    }),
    errors: ["unknown_trial"],
  }),
  report: defineRoute({
    method: "GET",
    path: "/evals/runs/:runId/report",
    summary: "Get a run's report",
    permission: "evals:read",
    params: runParams,
    query: z.object({ format: z.enum(["markdown", "json", "html", "csv"]).default("html") }),
    output: z.instanceof(Uint8Array),
    bytes: "answer",
    errors,
  }),
  mcpBenchmarks: defineRoute({
    method: "GET",
    path: "/evals/mcp",
    summary: "Compare MCP servers",
    permission: "evals:read",
    query: z.object({ runId: idSchema.optional() }),
    output: z.object({ servers: z.array(mcpBenchmarkSchema) }),
    errors,
  }),
};
