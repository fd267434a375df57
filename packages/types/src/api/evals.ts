import * as z from "zod";
import { evalRateSchema, evalRunRequestSchema, evalRunSchema } from "../evals/run.ts";
import { evalTrialSchema } from "../evals/trial.ts";
import { loggedEventSchema } from "../event.ts";
import { nothing, pageNext, pageQuery } from "./common.ts";
import { defineRoute, defineStream } from "./route.ts";

const { interval } = evalRateSchema.shape;

/** A run in numbers. */
export const runSummarySchema = z.object({
  overall: evalRateSchema,
  languages: z.array(z.object({ language: z.string(), ...evalRateSchema.shape })),
  passAt: z.array(z.object({ k: z.number(), anyOf: z.number(), allOf: z.number() })),
  errors: z.number().describe("trials that went wrong themselves: not in the rates"),
  voided: z.number().describe("passed by tampering that is proven: not passed in the rates"),
  flagged: z.number().describe("passed, with something a person may want to look at: passed in the rates"),
  excluded: z
    .array(z.object({ language: z.string(), exercise: z.string() }))
    .describe("exercises that pass although nothing is done: not in the rates"),
  flaky: z.array(z.object({ language: z.string(), exercise: z.string(), passed: z.number(), tried: z.number() })),
  costPerSolved: z.number().nullable(),
  tools: z.array(z.object({ tool: z.string(), attempts: z.number(), failures: z.number() })),
  /** In percentage points. */
  smallestDifference: z.number().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const comparisonSchema = z.object({
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
  /** What can be said, in a sentence. */
  verdict: z.string(),
  languages: z.array(z.object({ language: z.string(), difference: z.number(), pValue: z.number() })),
  exercises: z.array(
    z.object({ language: z.string(), exercise: z.string(), a: z.number().nullable(), b: z.number().nullable() }),
  ),
  changes: z.array(z.object({ key: z.string(), a: z.unknown(), b: z.unknown() })).describe("between the two requests"),
});
export type RunComparison = z.infer<typeof comparisonSchema>;

export const mcpBenchmarkSchema = z.object({
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

/** What a watcher of a run is told. */
export const runNewsSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("run"), run: evalRunSchema }),
  z.object({ type: z.literal("trial"), trial: evalTrialSchema }),
]);
export type RunNews = z.infer<typeof runNewsSchema>;

/** As large as the database has them. */
const idSchema = z.coerce.number().int().positive().max(2_147_483_647);
const runParams = z.object({ runId: idSchema });
const trialParams = z.object({ trialId: idSchema });
const errors = ["unknown_run"];

export const evals = {
  suites: defineRoute({
    method: "GET",
    path: "/evals/suites",
    summary: "Suites, their exercises, and whether this machine can grade them",
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
              /** What is missing to grade it. */
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
    summary: "Runs, newest first",
    permission: "evals:read",
    query: z.object(pageQuery),
    output: z.object({ runs: z.array(evalRunSchema), next: pageNext }),
  }),
  plan: defineRoute({
    method: "POST",
    path: "/evals/plan",
    summary: "What a run would try, and which difference it could show",
    permission: "evals:read",
    body: evalRunRequestSchema,
    output: z.object({ trials: z.number(), smallestDifference: z.number().nullable(), sentence: z.string() }),
    errors: ["unknown_suite", "no_exercises"],
  }),
  create: defineRoute({
    method: "POST",
    path: "/evals/runs",
    summary: "Begin a run",
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
    summary: "A run, its trials, and what they come to",
    permission: "evals:read",
    params: runParams,
    output: z.object({ run: evalRunSchema, trials: z.array(evalTrialSchema), summary: runSummarySchema }),
    errors,
  }),
  watch: defineStream({
    method: "GET",
    path: "/evals/runs/:runId/stream",
    summary: "A run as it goes on, as server-sent events",
    permission: "evals:read",
    params: runParams,
    output: runNewsSchema,
    errors,
  }),
  cancel: defineRoute({
    method: "POST",
    path: "/evals/runs/:runId/cancel",
    summary: "Stop a run; what was tried stays",
    permission: "evals:write",
    params: runParams,
    output: evalRunSchema,
    errors,
  }),
  resume: defineRoute({
    method: "POST",
    path: "/evals/runs/:runId/resume",
    summary: "Go on with the rest of a run",
    permission: "evals:write",
    params: runParams,
    output: evalRunSchema,
    status: 202,
    errors,
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/evals/runs/:runId",
    summary: "Delete a run and all that belongs to it",
    permission: "evals:write",
    params: runParams,
    output: nothing,
    errors: [...errors, "run_busy"],
  }),
  compare: defineRoute({
    method: "GET",
    path: "/evals/compare",
    summary: "Whether the second run is better than the first, and how sure that is",
    permission: "evals:read",
    query: z.object({ a: idSchema, b: idSchema }),
    output: comparisonSchema,
    errors: [...errors, "nothing_shared"],
  }),
  trial: defineRoute({
    method: "GET",
    path: "/evals/trials/:trialId",
    summary: "One trial: what the agent did and changed, and how it was graded",
    permission: "evals:read",
    params: trialParams,
    output: z.object({
      trial: evalTrialSchema,
      diff: z.string(),
      gradingOutput: z.string(),
      /** Events of the agent's task, where the agent is ours. */
      events: z.array(loggedEventSchema),
      log: z.string(),
    }),
    errors: ["unknown_trial"],
  }),
  report: defineRoute({
    method: "GET",
    path: "/evals/runs/:runId/report",
    summary: "A report to keep or send",
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
    summary: "MCP servers beside each other",
    permission: "evals:read",
    query: z.object({ runId: idSchema.optional() }),
    output: z.object({ servers: z.array(mcpBenchmarkSchema) }),
    errors,
  }),
};
