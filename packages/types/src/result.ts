import * as z from "zod";
import { failureSchema, runStatusSchema } from "./event.ts";
import { usageSchema } from "./usage.ts";

/** Result of a run: the `--output json` object, and the last line of `--output ndjson`. */
export const runResultSchema = z.object({
  taskId: z.string(),
  status: runStatusSchema,
  result: z.string().nullable(),
  verification: z.enum(["verified", "unverified", "failed"]).nullable(),
  turns: z.number(),
  usage: usageSchema,
  durationMs: z.number(),
  filesChanged: z.array(z.string()),
  error: failureSchema.optional(),
});
export type RunResult = z.infer<typeof runResultSchema>;
