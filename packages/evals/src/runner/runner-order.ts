import { evalRunRequestSchema } from "@roo-code/types";
import * as z from "zod";

const request = evalRunRequestSchema.shape;

/** All that a runner is told: one trial. Plain data, for it may run in another process, container or machine. Holds no secret. */
export const runnerOrderSchema = z.object({
  /** This attempt's alone. */
  mark: z.string(),
  runId: z.number(),
  trialId: z.number(),
  /** Number of its lease. */
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
  /** Where it may put what is kept with the trial. */
  artifacts: z.string(),
});
export type RunnerOrder = z.infer<typeof runnerOrderSchema>;
