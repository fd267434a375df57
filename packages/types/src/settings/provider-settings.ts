import * as z from "zod";
import { reasoningEfforts } from "./reasoning-efforts.ts";

export const reasoningEffortSchema = z.enum(reasoningEfforts);

/** Which model to talk to and how. Keys come from here, the environment or the secret store, and are never logged. */
export const providerSettingsSchema = z.object({
  apiProvider: z.string().min(1),
  apiKey: z.string().optional(),
  apiModelId: z.string().optional(),
  apiBaseUrl: z.string().optional(),
  /** Most tokens of one reply. */
  maxTokens: z.number().int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  /** How much the model thinks before it answers. */
  reasoningEffort: reasoningEffortSchema.optional(),
  /** Most tokens of thought, for models that take a number instead. */
  maxThinkingTokens: z.number().int().positive().optional(),
  /** Size of the context in tokens, where it is not the catalog's (a local model, a beta). */
  contextWindow: z.number().int().positive().optional(),
  /** What the model costs where no list says it, in US dollars per million tokens; both, or neither counts. */
  inputPrice: z.number().min(0).optional(),
  outputPrice: z.number().min(0).optional(),
  /** Mark what the vendor should cache; default true where it has to be told. */
  promptCache: z.boolean().optional(),
  /** Sent with every request: what a gateway asks for. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Of a cloud: `us-east-1`, `europe-west1`, … */
  region: z.string().optional(),
  /** Of a cloud: Google's project id. */
  project: z.string().optional(),
  /** Of a cloud: the AWS profile, or Google's credentials file. */
  credentials: z.string().optional(),
  /** Azure's `api-version`. */
  apiVersion: z.string().optional(),
  /** `flex`, `priority`, … where the vendor sells such. */
  serviceTier: z.string().optional(),
  /** For the `replay` provider: the script's path. */
  replayFile: z.string().optional(),
});
export type ProviderSettings = z.infer<typeof providerSettingsSchema>;
