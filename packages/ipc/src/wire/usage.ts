import * as z from "zod";
import { rooToolNames } from "../names.ts";

export const tokenUsageSchema = z.object({
  totalTokensIn: z.number(),
  totalTokensOut: z.number(),
  totalCacheWrites: z.number().optional(),
  totalCacheReads: z.number().optional(),
  totalCost: z.number(),
  contextTokens: z.number(),
});
export type TokenUsage = z.infer<typeof tokenUsageSchema>;

export const toolNameSchema = z.enum(rooToolNames);

/** A key that is not one of Roo Code's tools makes the whole event invalid. */
export const toolUsageSchema = z.partialRecord(
  toolNameSchema,
  z.object({ attempts: z.number(), failures: z.number() }),
);
export type ToolUsage = z.infer<typeof toolUsageSchema>;
