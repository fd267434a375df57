import * as z from "zod";

/** Which model to talk to and how. Keys come from here, the environment or the secret store, and are never logged. */
export const providerSettingsSchema = z.object({
  apiProvider: z.string(),
  apiKey: z.string().optional(),
  apiModelId: z.string().optional(),
  apiBaseUrl: z.string().optional(),
  /** Most tokens of one reply. */
  maxTokens: z.number().int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** For the `replay` provider: the script's path. */
  replayFile: z.string().optional(),
});
export type ProviderSettings = z.infer<typeof providerSettingsSchema>;
