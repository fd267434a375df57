import * as z from "zod";

/** Usage of one or more model replies. `costUsd` is the sum of the known prices, null if none is known. */
export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** The reasoning part of the output, if the vendor reports it. */
  reasoningTokens: z.number().optional(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  costUsd: z.number().nullable(),
});
export type Usage = z.infer<typeof usageSchema>;
