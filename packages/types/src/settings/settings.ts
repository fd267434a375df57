import * as z from "zod";
import { approvalKindSchema, approvalRuleSchema } from "../approval.ts";
import { browserNetworks, sandboxChoices } from "../capabilities.ts";
import { untrustedChoices } from "./choices.ts";

/** How the code index gets its vectors and where it keeps them. Keys are never here: they come from the environment. */
const embeddingSettingsSchema = z
  .looseObject({
    embedder: z.enum(["local", "openai", "gemini", "mistral", "ollama", "openai-compatible"]),
    model: z.string().describe("The embedder's model."),
    baseUrl: z.string().describe("The embedder's server."),
    dimensions: z.number().int().positive().describe("Length of the vectors, for models that support a choice."),
    store: z.enum(["embedded", "qdrant", "pgvector"]).describe("Where vectors are kept."),
    storeUrl: z.string().describe("The vector store's server."),
  })
  .partial();
export type EmbeddingSettings = z.infer<typeof embeddingSettingsSchema>;

/**
 * User settings, from `settings.json` of the user or the project, the environment, or a program.
 * Unknown keys are kept and reported: they may be of a newer version or another tool.
 */
export const settingsSchema = z
  .looseObject({
    mode: z.string().describe("Mode of new tasks."),
    profile: z.string().describe("Name of the provider profile to use."),
    modeProfiles: z.record(z.string(), z.string()).describe("Provider profile per mode, by name."),
    autoApprove: z.array(approvalKindSchema).describe("What may be done without asking."),
    approvals: z
      .array(approvalRuleSchema)
      .describe("Rules for single commands, paths, hosts and tools: action, and kind, path, command, host or tool."),
    maxTurns: z.number().int().positive().describe("Stop a run after this many model replies."),
    maxCost: z.number().positive().describe("Stop a run when this many US dollars have been spent."),
    maxTokens: z.number().int().positive().describe("Stop a run when this many tokens have been used."),
    timeout: z.number().positive().describe("Stop a run after this many seconds."),
    retryNetworkFor: z
      .number()
      .positive()
      .describe(
        "How many seconds a run waits for a model that has answered before and cannot be reached now (default: until its timeout; 3600 without one).",
      ),
    commandTimeout: z.number().positive().describe("Kill a foreground command after this many seconds."),
    sandbox: z
      .enum(sandboxChoices)
      .describe(
        "How commands are sandboxed: auto (the strictest way this machine supports), readonly, or off (default: auto).",
      ),
    network: z
      .union([z.enum(["none", "all"]), z.array(z.string())])
      .describe(
        "Network access of sandboxed commands: none, all, or a list of hosts such as *.npmjs.org (default: none).",
      ),
    untrusted: z
      .enum(untrustedChoices)
      .describe(
        "What an unattended run does in an untrusted folder whose own settings, modes, hooks, servers or tools ask for more than they may: refuse to start, or ignore them (default: refuse).",
      ),
    condenseThreshold: z
      .number()
      .min(5)
      .max(100)
      .describe(
        "Summarize the oldest messages when a request takes more than this percentage of the context window (default: 75).",
      ),
    historyMaxAge: z.number().positive().describe("Delete tasks that were not used for this many days."),
    historyMaxBytes: z
      .number()
      .int()
      .positive()
      .describe("Delete the least recently used tasks while all tasks together take more than this many bytes."),
    snapshots: z.boolean().describe("Save files before each change, for undo (default: true)."),
    snapshotMaxBytes: z
      .number()
      .int()
      .positive()
      .describe("Delete the oldest snapshots of a folder while they take more than this many bytes (default: 2 GiB)."),
    snapshotMaxAge: z.number().positive().describe("Delete snapshots older than this many days (default: 30)."),
    cloneProtocols: z
      .array(z.enum(["https", "ssh", "http", "file"]))
      .describe("Protocols the server may use to clone repositories (default: https, ssh)."),
    cloneHosts: z.array(z.string()).describe("Hosts in a private network that the server may clone from, by name."),
    workspaceQuota: z
      .number()
      .int()
      .positive()
      .describe("Maximum size of a folder created by the server, in bytes (default: 10 GiB)."),
    workspaceMaxAge: z
      .number()
      .positive()
      .describe("Back up and delete folders created by the server that were not used for this many days."),
    backupMaxAge: z.number().positive().describe("Delete backups older than this many days."),
    customInstructions: z.string().describe("Instructions for the model, included in every task."),
    language: z.string().describe("Language the agent answers in."),
    imageProfile: z
      .string()
      .describe("Name of the provider profile used to generate images; without it, image generation is off."),
    browser: z.string().describe("Path of the Chromium to use (default: an installed one is searched for)."),
    browserNetwork: z
      .enum(browserNetworks)
      .describe(
        "What browser pages can reach: public (the internet), local (also this machine; the default), or private (also its network).",
      ),
    codeIndex: z
      .boolean()
      .describe("Whether code can be searched by meaning (default: true where an index was built)."),
    useAgentRules: z.boolean().describe("Whether AGENTS.md is read."),
    useRules: z.boolean().describe("Whether rules folders are read."),
    updateNotice: z
      .boolean()
      .describe("Whether roo asks the npm registry once a day, in a terminal, for its newest version (default: true)."),
    embeddings: embeddingSettingsSchema.describe(
      "How the code index computes and stores its vectors: embedder, model, baseUrl, dimensions, store, storeUrl.",
    ),
  })
  .partial();
export type Settings = z.infer<typeof settingsSchema>;

/** From weakest to strongest. */
export const settingLayers = ["default", "editor", "user", "project", "local", "environment", "program"] as const;
export type SettingLayer = (typeof settingLayers)[number];

/** An effective value and its origin. */
export interface SettingWithOrigin {
  readonly key: string;
  readonly value: unknown;
  readonly layer: SettingLayer;
  /** The file, or the environment variable; absent for defaults and programs. */
  readonly source?: string;
}

/** A configuration problem to report; it never prevents a start. */
export interface ConfigurationNotice {
  readonly code: "broken_file" | "unknown_key" | "invalid_value" | "migrated" | "not_trusted" | "kept_aside";
  readonly message: string;
  readonly source: string;
}
