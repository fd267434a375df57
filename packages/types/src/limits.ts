import * as z from "zod";

/** What one run may use. An absent limit does not limit. */
export const limitsSchema = z.object({
  turns: z.number().optional(),
  costUsd: z.number().optional(),
  tokens: z.number().optional(),
  seconds: z.number().optional(),
});
export type Limits = z.infer<typeof limitsSchema>;
