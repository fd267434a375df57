import * as z from "zod";
import { reasoningEfforts } from "./choices.ts";

export const reasoningEffortSchema = z.enum(reasoningEfforts);

/** Which model to talk to and how. Keys come from here, the environment or the secret store, and are never logged. */
export const providerSettingsSchema = z.object({
  apiProvider: z.string().min(1),
  apiKey: z.string().optional(),
  apiModelId: z.string().optional(),
  apiBaseUrl: z.string().optional(),
  /** Maximum tokens of one reply. */
  maxTokens: z.number().int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How much the model thinks before it answers. */
  reasoningEffort: reasoningEffortSchema.optional(),
  /** Maximum reasoning tokens, for models that take a number instead. */
  maxThinkingTokens: z.number().int().positive().optional(),
  /** Context window in tokens, if it differs from the catalog's (a local model, a beta). */
  contextWindow: z.number().int().positive().optional(),
  /** Price of a model that is in no list, in US dollars per million tokens; needs both values. */
  inputPrice: z.number().min(0).optional(),
  outputPrice: z.number().min(0).optional(),
  /** Send cache markers; default true for vendors that need them. */
  promptCache: z.boolean().optional(),
  /** Extra headers for every request, such as a gateway's. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Of a cloud: `us-east-1`, `europe-west1`, … */
  region: z.string().optional(),
  /** Of a cloud: Google's project id. */
  project: z.string().optional(),
  /** Of a cloud: the AWS profile, or Google's credentials file. */
  credentials: z.string().optional(),
  /** Azure's `api-version`. */
  apiVersion: z.string().optional(),
  /** `flex`, `priority`, … for vendors that have tiers. */
  serviceTier: z.string().optional(),
  /** For the `replay` provider: the script's path. */
  replayFile: z.string().optional(),
});
export type ProviderSettings = z.infer<typeof providerSettingsSchema>;
