import * as z from "zod";
import { approvalKindSchema } from "../approval.ts";
import { embeddingSettingsSchema } from "./embedding-settings.ts";

/**
 * What a person can set, in `settings.json` of the user or the project, by environment, or by a program.
 * Keys we do not know are kept and named: they may be of a newer version or another tool.
 */
export const settingsSchema = z
  .looseObject({
    mode: z.string().describe("Mode of new tasks."),
    profile: z.string().describe("Name of the provider profile to use."),
    modeProfiles: z.record(z.string(), z.string()).describe("Provider profile per mode, by name."),
    autoApprove: z.array(approvalKindSchema).describe("What may be done without asking."),
    maxTurns: z.number().int().positive().describe("Stop a run after so many replies."),
    maxCost: z.number().positive().describe("Stop a run when this many US dollars have been spent."),
    maxTokens: z.number().int().positive().describe("Stop a run when so many tokens have been used."),
    timeout: z.number().positive().describe("Stop a run after so many seconds."),
    commandTimeout: z.number().positive().describe("End a command that is waited for after so many seconds."),
    historyMaxAge: z.number().positive().describe("Remove tasks that were not used for so many days."),
    historyMaxBytes: z
      .number()
      .int()
      .positive()
      .describe("Remove the longest unused tasks while all take more than so many bytes."),
    customInstructions: z.string().describe("Said to the model at the start of every task."),
    language: z.string().describe("Language the agent answers in."),
    imageProfile: z.string().describe("Name of the provider profile that makes images; without it none are made."),
    browser: z.string().describe("The Chromium to use, by its path; otherwise one is looked for."),
    codeIndex: z.boolean().describe("Whether code can be searched by meaning; default where an index was built."),
    useAgentRules: z.boolean().describe("Whether AGENTS.md is read."),
    useRules: z.boolean().describe("Whether rules folders are read."),
    embeddings: embeddingSettingsSchema.describe(
      "How the code index gets its vectors and keeps them: embedder, model, baseUrl, dimensions, store, storeUrl.",
    ),
  })
  .partial();
export type Settings = z.infer<typeof settingsSchema>;

/** From weakest to strongest. */
export const settingLayers = ["default", "editor", "user", "project", "environment", "program"] as const;
export type SettingLayer = (typeof settingLayers)[number];

/** An effective value, and where it came from. */
export interface SettingWithOrigin {
  readonly key: string;
  readonly value: unknown;
  readonly layer: SettingLayer;
  /** The file, or the environment variable; absent for defaults and programs. */
  readonly source?: string;
}

/** Something about configuration a person should know; nothing of it ever stops a start. */
export interface ConfigurationNotice {
  readonly code: "broken_file" | "unknown_key" | "invalid_value" | "migrated" | "not_trusted" | "kept_aside";
  readonly message: string;
  readonly source: string;
}
