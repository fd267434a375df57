import * as z from "zod";

/** What one or more model replies consumed. `costUsd` is the sum of the known prices, null when none is known. */
export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** The part of the output that was thought, where the vendor says so. */
  reasoningTokens: z.number().optional(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  costUsd: z.number().nullable(),
});
export type Usage = z.infer<typeof usageSchema>;
