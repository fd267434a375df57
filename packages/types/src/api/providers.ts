import * as z from "zod";
import { profileSchema } from "../settings/profile.ts";
import { nothing } from "./common.ts";
import { defineRoute } from "./route.ts";

const providerSchema = z.object({
  id: z.string(),
  aliases: z.array(z.string()),
  label: z.string(),
  isReady: z.boolean(),
  /** Why it is ready, or what is missing. */
  detail: z.string(),
  isLocal: z.boolean(),
  needsKey: z.boolean(),
  needsAddress: z.boolean(),
  defaultModel: z.string().optional(),
});
export type ApiProvider = z.infer<typeof providerSchema>;

const modelSchema = z.object({
  id: z.string(),
  name: z.string(),
  contextWindow: z.number().optional(),
  maxOutput: z.number().optional(),
  /** US dollars per million tokens. */
  inputPrice: z.number().optional(),
  outputPrice: z.number().optional(),
  cacheReadPrice: z.number().optional(),
  cacheWritePrice: z.number().optional(),
  takesImages: z.boolean().optional(),
  callsTools: z.boolean().optional(),
  reasons: z.boolean().optional(),
});
export type ApiModel = z.infer<typeof modelSchema>;

const profileViewSchema = z.object({
  name: z.string(),
  /** Without the key. */
  profile: profileSchema,
  hasKey: z.boolean(),
  isDefault: z.boolean(),
  /** Modes that use it. */
  modes: z.array(z.string()),
});
export type ProfileView = z.infer<typeof profileViewSchema>;

const testOutcomeSchema = z.object({
  isGood: z.boolean(),
  /** How the model calls tools, or the error. */
  message: z.string(),
  next: z.string().optional(),
  durationMs: z.number(),
});

const profileParams = z.object({ name: z.string().min(1).max(100) });

export const providers = {
  list: defineRoute({
    method: "GET",
    path: "/providers",
    summary: "List providers, what each needs and whether it is ready",
    permission: "config:read",
    output: z.object({ providers: z.array(providerSchema) }),
  }),
  models: defineRoute({
    method: "GET",
    path: "/providers/:id/models",
    summary: "List models with context windows and prices",
    permission: "config:read",
    params: z.object({ id: z.string().max(100) }),
    query: z.object({ refresh: z.enum(["true", "false"]).default("false") }),
    output: z.object({ models: z.array(modelSchema), source: z.string(), notice: z.string().optional() }),
    errors: ["unknown_provider"],
  }),
  profiles: defineRoute({
    method: "GET",
    path: "/profiles",
    summary: "List profiles",
    permission: "config:read",
    output: z.object({ profiles: z.array(profileViewSchema) }),
  }),
  putProfile: defineRoute({
    method: "PUT",
    path: "/profiles/:name",
    summary: "Create or change a profile; a key goes to the secret store and is never returned",
    permission: "config:write",
    params: profileParams,
    body: z.object({
      profile: profileSchema,
      key: z.string().max(10_000).nullable().optional().describe("null removes the stored key"),
      isDefault: z.boolean().optional(),
      modes: z.array(z.string()).optional(),
    }),
    output: profileViewSchema,
    errors: ["unknown_provider", "invalid_value", "bad_profile_name"],
  }),
  removeProfile: defineRoute({
    method: "DELETE",
    path: "/profiles/:name",
    summary: "Remove a profile and its key",
    permission: "config:write",
    params: profileParams,
    output: nothing,
    errors: ["profile_not_found"],
  }),
  test: defineRoute({
    method: "POST",
    path: "/providers/test",
    summary: "Test a saved or unsaved profile with one tool call",
    permission: "config:write",
    body: z.object({
      name: z.string().optional(),
      profile: profileSchema.optional(),
      key: z.string().max(10_000).optional(),
    }),
    output: testOutcomeSchema,
    errors: ["profile_not_found"],
  }),
};
