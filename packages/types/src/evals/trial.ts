import * as z from "zod";
import { failureSchema } from "../event.ts";
import { testCountsSchema, trialLimitSchema, verdictSchema } from "./verdict.ts";

/** What an agent used in one trial, by Roo Code's names. */
export const trialMetricsSchema = z.object({
  tokensIn: z.number(),
  tokensOut: z.number(),
  /** Size of the largest request. */
  tokensContext: z.number(),
  cacheWrites: z.number(),
  cacheReads: z.number(),
  /** US dollars; null when no price is known. */
  cost: z.number().nullable(),
  turns: z.number(),
  /** Of the agent's work, without grading, in milliseconds. */
  duration: z.number(),
  toolUsage: z.record(z.string(), z.object({ attempts: z.number(), failures: z.number() })),
});
export type TrialMetrics = z.infer<typeof trialMetricsSchema>;

/** One exercise tried once by one agent: a row of a run. `iteration` counts from 1. */
export const evalTrialSchema = z.object({
  id: z.number(),
  runId: z.number(),
  language: z.string(),
  exercise: z.string(),
  iteration: z.number(),
  /** Number of attempts: more than one after an error or a crash. */
  attempts: z.number(),
  status: z.enum(["waiting", "running", "finished"]),
  verdict: verdictSchema.nullable(),
  limit: trialLimitSchema.nullable(),
  error: failureSchema.nullable(),
  tests: testCountsSchema.nullable(),
  metrics: trialMetricsSchema.nullable(),
  /** Findings worth a review, as `flag: where`. */
  flags: z.array(z.string()),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type EvalTrial = z.infer<typeof evalTrialSchema>;
