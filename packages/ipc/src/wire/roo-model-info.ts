import * as z from "zod";

/** The part of Roo Code's model information that we fill in. */
export const rooModelInfoSchema = z.object({
  contextWindow: z.number(),
  supportsPromptCache: z.boolean(),
  maxTokens: z.number().nullish(),
  supportsImages: z.boolean().optional(),
  supportsReasoningEffort: z.union([z.boolean(), z.array(z.string())]).optional(),
  inputPrice: z.number().optional(),
  outputPrice: z.number().optional(),
  cacheWritesPrice: z.number().optional(),
  cacheReadsPrice: z.number().optional(),
  description: z.string().optional(),
});
export type RooModelInfo = z.infer<typeof rooModelInfoSchema>;
