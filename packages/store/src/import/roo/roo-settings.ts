import { type ApprovalRule, approvalKindSchema, approvalRuleSchema } from "@roo-code/types";
import { rulesOf } from "../../settings/migrate-roo-keys.ts";
import type { Findings } from "../findings.ts";
import { isRecord, numberOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { isSecretName } from "../secret-value.ts";
import { approvalFlags, toAutoApprove } from "./auto-approve.ts";
import { keptSettings, mappedSettings } from "./global-settings.ts";
import { profileFields, secretFields } from "./provider-fields.ts";
import { bringRooModes } from "./roo-modes.ts";
import { toProfile } from "./roo-profile.ts";

/** `{ providerProfiles, globalSettings }`, as Roo Code exports them. */
export function bringRooSettings(findings: Findings, file: Plain, source: string): void {
  const globalSettings = recordOf(file.globalSettings);
  const names = bringProfiles(findings, recordOf(file.providerProfiles), globalSettings);
  bringRooModes(findings, globalSettings.customModes, { scope: "user", source });
  bringGlobalSettings(findings, globalSettings, names);
}

/** Returns name → the name it goes by here, and id → the same. */
function bringProfiles(findings: Findings, profiles: Plain, globalSettings: Plain): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, config] of Object.entries(recordOf(profiles.apiConfigs))) {
    if (!isRecord(config)) {
      findings.note(`Profile ${name} is not an object.`);
      continue;
    }
    const { profile, keys, dropped } = toProfile(config);
    for (const field of dropped) findings.note(`Profile ${name}: ${field} holds secrets and was not copied.`);
    const free = findings.addProfile(name, profile, keys);
    names.set(name, free);
    const id = textOf(config.id);
    if (id !== undefined) names.set(id, free);
  }
  const current = textOf(globalSettings.currentApiConfigName) ?? textOf(profiles.currentApiConfigName);
  findings.setSetting("profile", current === undefined ? undefined : names.get(current));
  bringModeProfiles(
    findings,
    { ...recordOf(globalSettings.modeApiConfigs), ...recordOf(profiles.modeApiConfigs) },
    names,
  );
  return names;
}

function bringModeProfiles(findings: Findings, modeApiConfigs: Plain, names: ReadonlyMap<string, string>): void {
  const entries = Object.entries(modeApiConfigs).flatMap(([mode, id]) => {
    const name = names.get(textOf(id) ?? "");
    if (name === undefined) findings.note(`The profile of mode ${mode} was not found.`);
    return name === undefined ? [] : [[mode, name] as const];
  });
  if (entries.length > 0) findings.setSetting("modeProfiles", Object.fromEntries(entries));
}

function bringGlobalSettings(findings: Findings, settings: Plain, names: ReadonlyMap<string, string>): void {
  findings.setSetting(
    "autoApprove",
    ownAutoApprove(settings) ?? toAutoApprove(settings, (text) => findings.note(text)),
  );
  findings.setSetting("approvals", ownRules(settings) ?? commandRules(settings));
  findings.setSetting("customInstructions", textOf(settings.customInstructions));
  findings.setSetting("language", textOf(settings.language));
  findings.setSetting("mode", textOf(settings.mode));
  findings.setSetting("maxCost", positive(settings.allowedMaxCost));
  findings.setSetting("maxTurns", wholeNumber(positive(settings.allowedMaxRequests)));
  const rest: string[] = [];
  for (const [key, value] of Object.entries(settings)) {
    if (isKnown(key) || value === null || value === undefined || names.has(key)) continue;
    if (secretFields.has(key) || (typeof value === "string" && isSecretName(key)))
      bringStraySecret(findings, key, value);
    else if (keptSettings.has(key) || isOurs(key)) findings.setSetting(key, withoutSecrets(value));
    else rest.push(key);
  }
  if (rest.length > 0) findings.note(`Settings without a counterpart here: ${rest.sort().join(", ")}.`);
}

/** Written by our own export, beside the flags, because it says more than they do. */
function ownAutoApprove({ autoApprove }: Plain) {
  return Array.isArray(autoApprove)
    ? autoApprove.flatMap((kind) => approvalKindSchema.safeParse(kind).data ?? [])
    : undefined;
}

/** Likewise. */
function ownRules({ approvals }: Plain): ApprovalRule[] | undefined {
  return Array.isArray(approvals)
    ? approvals.flatMap((rule) => approvalRuleSchema.safeParse(rule).data ?? [])
    : undefined;
}

/** Lists of commands, as the rules they mean here. */
function commandRules(settings: Plain): ApprovalRule[] | undefined {
  const rules = rulesOf(settings);
  return rules.length > 0 ? rules : undefined;
}

function isKnown(key: string): boolean {
  return mappedSettings.has(key) || approvalFlags.has(key) || profileFields.has(key);
}

/** Settings of ours that Roo Code does not have, written by `exportRooSettings`. */
function isOurs(key: string): boolean {
  return ["maxTokens", "timeout", "useAgentRules", "useRules"].includes(key);
}

function bringStraySecret(findings: Findings, key: string, value: unknown): void {
  if (typeof value === "string") findings.addStrayKey(value);
  findings.note(`${key} is a key that no profile uses; it was not copied.`);
}

function withoutSecrets(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) => !(secretFields.has(key) || (typeof item === "string" && isSecretName(key))),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutSecrets(item)]));
}

function positive(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : undefined;
}

function wholeNumber(value: number | undefined): number | undefined {
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}
