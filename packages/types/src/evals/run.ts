import * as z from "zod";
import { trialLimitSchema } from "./verdict.ts";

/** The request of a run as given; stored with the run so that runs can be compared. */
export const evalRunRequestSchema = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  /** `roo-mini`, `roo-agentic`, or a folder. */
  suite: z.string(),
  languages: z.array(z.string()).optional(),
  /** `language/name`, or a name of every language. */
  exercises: z.array(z.string()).optional(),
  /** `roo`, `oracle`, `null`, `scripted:FILE`, `command:LINE`. */
  agent: z.string().default("roo"),
  /** Provider, model and settings of our agent. */
  settings: z.record(z.string(), z.unknown()).default({}),
  prompt: z.string().optional().describe("sent to the agent before the exercise's own instructions"),
  tests: z.enum(["hidden", "visible", "after-first-try"]).default("hidden"),
  iterations: z.number().int().min(1).max(100).default(1),
  concurrency: z.number().int().min(1).max(25).default(2),
  /** Of one trial. */
  timeoutMinutes: z.number().positive().default(30),
  trialLimits: z.object({ turns: z.number(), tokens: z.number(), cost: z.number() }).partial().default({}),
  /** Of the whole run. */
  runLimits: z.object({ minutes: z.number(), tokens: z.number(), cost: z.number() }).partial().default({}),
});
export type EvalRunRequest = z.infer<typeof evalRunRequestSchema>;

/** The one number of a run, or of a part of it: passed ÷ graded, with its 95 % interval. */
export const evalRateSchema = z.object({
  passed: z.number(),
  graded: z.number().describe("passed, failed, at a limit or voided"),
  rate: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number() }),
});
export type EvalRate = z.infer<typeof evalRateSchema>;

export const evalRunSchema = z.object({
  id: z.number(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** `provider/model`, or the agent's name when it has no model of ours. */
  model: z.string(),
  request: evalRunRequestSchema,
  status: z.enum(["waiting", "running", "finished", "cancelled"]),
  /** The run's limit that ended it before every trial was done. */
  limit: trialLimitSchema.nullable().optional(),
  /** Working time. */
  workedMs: z.number().optional(),
  counts: z.object({
    total: z.number(),
    waiting: z.number(),
    running: z.number(),
    passed: z.number(),
    failed: z.number(),
    limit: z.number(),
    voided: z.number(),
    excluded: z.number(),
    error: z.number(),
  }),
  passRate: evalRateSchema,
  tokensIn: z.number(),
  tokensOut: z.number(),
  cost: z.number().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type EvalRun = z.infer<typeof evalRunSchema>;
