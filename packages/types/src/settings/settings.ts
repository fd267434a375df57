import * as z from "zod";
import { approvalKindSchema } from "../approval.ts";
import { approvalRuleSchema } from "../approval-rule.ts";
import { browserNetworks, sandboxChoices } from "../capabilities.ts";
import { embeddingSettingsSchema } from "./embedding-settings.ts";
import { untrustedChoices } from "./untrusted-choices.ts";

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
    approvals: z
      .array(approvalRuleSchema)
      .describe("Rules for single commands, paths, hosts and tools: action, and kind, path, command, host or tool."),
    maxTurns: z.number().int().positive().describe("Stop a run after so many replies."),
    maxCost: z.number().positive().describe("Stop a run when this many US dollars have been spent."),
    maxTokens: z.number().int().positive().describe("Stop a run when so many tokens have been used."),
    timeout: z.number().positive().describe("Stop a run after so many seconds."),
    retryNetworkFor: z
      .number()
      .positive()
      .describe(
        "How many seconds a run waits for a model that has answered before and is out of reach (default: until its timeout, without one 3600).",
      ),
    commandTimeout: z.number().positive().describe("End a command that is waited for after so many seconds."),
    sandbox: z
      .enum(sandboxChoices)
      .describe("How commands are confined: auto (as well as this machine can), readonly, or off (default: auto)."),
    network: z
      .union([z.enum(["none", "all"]), z.array(z.string())])
      .describe(
        "What commands in the sandbox reach: none, all, or a list of hosts such as *.npmjs.org (default: none).",
      ),
    untrusted: z
      .enum(untrustedChoices)
      .describe(
        "What a run with nobody there does in a folder whose own settings, modes, hooks, servers or tools ask for more than they may: refuse to start, or ignore them (default: refuse).",
      ),
    condenseThreshold: z
      .number()
      .min(5)
      .max(100)
      .describe(
        "Sum up the oldest messages when a request takes more than this share of the context window, in per cent (default: 75).",
      ),
    historyMaxAge: z.number().positive().describe("Remove tasks that were not used for so many days."),
    historyMaxBytes: z
      .number()
      .int()
      .positive()
      .describe("Remove the longest unused tasks while all take more than so many bytes."),
    snapshots: z.boolean().describe("Whether files are saved before each change, for undo; on unless this is false."),
    snapshotMaxBytes: z
      .number()
      .int()
      .positive()
      .describe("Forget the oldest snapshots of a folder while they take more than so many bytes (default: 2 GiB)."),
    snapshotMaxAge: z.number().positive().describe("Forget snapshots that are older than so many days (default: 30)."),
    cloneProtocols: z
      .array(z.enum(["https", "ssh", "http", "file"]))
      .describe("How the server may clone repositories (default: https, ssh)."),
    cloneHosts: z
      .array(z.string())
      .describe("Hosts that the server may clone from though they are in a private network, by name."),
    workspaceQuota: z
      .number()
      .int()
      .positive()
      .describe("What a folder that the server made may take, in bytes (default: 10 GiB)."),
    workspaceMaxAge: z
      .number()
      .positive()
      .describe("Back up and delete folders that the server made and nobody used for so many days."),
    backupMaxAge: z.number().positive().describe("Delete backups that are older than so many days."),
    customInstructions: z.string().describe("Said to the model at the start of every task."),
    language: z.string().describe("Language the agent answers in."),
    imageProfile: z.string().describe("Name of the provider profile that makes images; without it none are made."),
    browser: z.string().describe("The Chromium to use, by its path; otherwise one is looked for."),
    browserNetwork: z
      .enum(browserNetworks)
      .describe(
        "What pages reach in the browser: public (the internet), local (this machine too, the default), or private (its network too).",
      ),
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
export const settingLayers = ["default", "editor", "user", "project", "local", "environment", "program"] as const;
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
