import type { Settings } from "@roo-code/types";
import type { settingKinds } from "./setting-kinds.ts";

/** What holds for one key of the settings, apart from its schema. */
export interface SettingTraits {
  readonly kind: keyof typeof settingKinds;
  /** What a repository nobody vouched for may do with it: anything, nothing, or only lower it. */
  readonly fromProject: "any" | "nothing" | "lower";
  /** Layers add entries to it instead of replacing it whole. */
  readonly isMerged?: true;
}

/** The keys that the schema names. */
export type SettingKey = keyof {
  [Key in keyof Settings as string extends Key ? never : number extends Key ? never : Key]: true;
};

const traits: Readonly<Record<SettingKey, SettingTraits>> = {
  mode: { kind: "text", fromProject: "any" },
  profile: { kind: "text", fromProject: "nothing" },
  modeProfiles: { kind: "names", fromProject: "nothing", isMerged: true },
  autoApprove: { kind: "approvals", fromProject: "nothing" },
  approvals: { kind: "rules", fromProject: "nothing", isMerged: true },
  maxTurns: { kind: "count", fromProject: "lower" },
  maxCost: { kind: "amount", fromProject: "lower" },
  maxTokens: { kind: "count", fromProject: "lower" },
  timeout: { kind: "amount", fromProject: "lower" },
  retryNetworkFor: { kind: "amount", fromProject: "lower" },
  commandTimeout: { kind: "amount", fromProject: "lower" },
  sandbox: { kind: "sandbox", fromProject: "nothing" },
  network: { kind: "network", fromProject: "nothing" },
  untrusted: { kind: "untrusted", fromProject: "nothing" },
  condenseThreshold: { kind: "share", fromProject: "nothing" },
  historyMaxAge: { kind: "amount", fromProject: "nothing" },
  historyMaxBytes: { kind: "count", fromProject: "nothing" },
  snapshots: { kind: "flag", fromProject: "nothing" },
  snapshotMaxBytes: { kind: "count", fromProject: "nothing" },
  snapshotMaxAge: { kind: "amount", fromProject: "nothing" },
  cloneProtocols: { kind: "protocols", fromProject: "nothing" },
  cloneHosts: { kind: "hosts", fromProject: "nothing" },
  workspaceQuota: { kind: "count", fromProject: "nothing" },
  workspaceMaxAge: { kind: "amount", fromProject: "nothing" },
  backupMaxAge: { kind: "amount", fromProject: "nothing" },
  customInstructions: { kind: "text", fromProject: "any" },
  language: { kind: "text", fromProject: "any" },
  imageProfile: { kind: "text", fromProject: "nothing" },
  browser: { kind: "text", fromProject: "nothing" },
  browserNetwork: { kind: "browserNetwork", fromProject: "nothing" },
  codeIndex: { kind: "flag", fromProject: "nothing" },
  useAgentRules: { kind: "flag", fromProject: "any" },
  useRules: { kind: "flag", fromProject: "any" },
  embeddings: { kind: "embeddings", fromProject: "nothing" },
};

/** By key; undefined for a key that the schema does not name. */
export const settingTraits: ReadonlyMap<string, SettingTraits> = new Map(Object.entries(traits));
