import { failureSchema, testCountsSchema, trialLimitSchema, trialMetricsSchema, verdictSchema } from "@roo-code/types";
import * as z from "zod";
import type { TrialReport } from "../queue/index.ts";
import type { AgentNews } from "../trial-agent.ts";
import { mcpRowsSchema } from "./mcp-rows-schema.ts";
import { runnerOrderSchema } from "./runner-order.ts";

/** What a runner reads, a line of JSON each. The end of its input is the end of the trial: whoever wanted it is gone. */
export const runnerInputSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("order"), order: runnerOrderSchema }),
  z.object({ type: z.literal("stop"), limit: trialLimitSchema }),
]);
export type RunnerInput = z.infer<typeof runnerInputSchema>;

const toolErrorSchema = z.object({ tool: z.string(), error: z.string() });

export const trialReportSchema = z.object({
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

/** What it prints, a line of JSON each; `report` is the last. */
export const runnerOutputSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("usage"), metrics: trialMetricsSchema }),
  z.object({ type: z.literal("task-event"), eventName: z.string(), payload: z.array(z.unknown()) }),
  z.object({ type: z.literal("report"), report: trialReportSchema }),
]);
export type RunnerOutput = AgentNews | { readonly type: "report"; readonly report: TrialReport };
