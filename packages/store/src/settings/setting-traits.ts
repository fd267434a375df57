import type { ConfigurationNotice, Settings } from "@roo-code/types";
import { versionKey } from "./migrate-settings.ts";
import { settingKinds } from "./setting-kinds.ts";
import { invalidValue, unknownKeys } from "./settings-notices.ts";

/** Keys about the file itself, and `__proto__`, which would change the prototype of the object. */
const notSettings: ReadonlySet<string> = new Set(["$schema", versionKey, "__proto__"]);

export interface CheckedSettings {
  /** Includes keys unknown to this version, with values of any kind. */
  readonly values: Settings;
  readonly notices: readonly ConfigurationNotice[];
}

/** Keeps the valid values and reports the others. */
export function checkSettings(values: Readonly<Record<string, unknown>>, source: string): CheckedSettings {
  const entries = Object.entries(values).filter(([key, value]) => value !== undefined && !notSettings.has(key));
  const unknown = entries.flatMap(([key]) => (settingTraits.has(key) ? [] : key));
  const problems = entries.flatMap(([key, value]) => {
    const expected = expectedValue(key, value);
    return expected === undefined ? [] : { key, expected };
  });
  const invalid = new Set(problems.map(({ key }) => key));
  return {
    values: Object.fromEntries(entries.filter(([key]) => !invalid.has(key))),
    notices: [...problems.map((problem) => invalidValue(source, problem)), ...unknownKeys(source, unknown)],
  };
}

/** What the value should be; undefined when it is valid. Any value is valid for an unknown key. */
export function expectedValue(key: string, value: unknown): string | undefined {
  const kind = settingTraits.get(key)?.kind;
  if (kind === undefined || settingKinds[kind].accepts(value)) return undefined;
  return settingKinds[kind].expected;
}

/** What applies to one settings key beyond its schema. */
interface SettingTraits {
  readonly kind: keyof typeof settingKinds;
  /** What an untrusted repository may do with it: anything, nothing, or only lower it. */
  readonly fromProject: "any" | "nothing" | "lower";
  /** Each layer adds entries to it instead of replacing the whole value. */
  readonly isMerged?: true;
}

/** The keys of the schema. */
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
  updateNotice: { kind: "flag", fromProject: "nothing" },
  embeddings: { kind: "embeddings", fromProject: "nothing" },
};

/** By key; undefined for a key that is not in the schema. */
export const settingTraits: ReadonlyMap<string, SettingTraits> = new Map(Object.entries(traits));
