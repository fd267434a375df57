import type { Findings } from "../findings.ts";
import { isRecord, listOf, type Plain, recordOf, textOf } from "../plain-value.ts";
import { importGlobalSettings } from "./global-settings.ts";
import { profileFields, providerFields } from "./provider-fields.ts";
import { importRooModes } from "./roo-modes.ts";
import { toProfile } from "./roo-profile.ts";

/** `{ providerProfiles, globalSettings }`, as Roo Code exports them. */
export function addRooSettings(findings: Findings, file: Plain, source: string): void {
  const globalSettings = recordOf(file.globalSettings);
  importProfiles(findings, recordOf(file.providerProfiles), globalSettings);
  importRooModes(findings, globalSettings.customModes, { scope: "user", source });
  importGlobalSettings(findings, globalSettings, source);
}

function importProfiles(findings: Findings, profiles: Plain, globalSettings: Plain): void {
  /** Name or id → the name here. */
  const names = new Map<string, string>();
  for (const [name, config] of Object.entries(recordOf(profiles.apiConfigs))) {
    if (!isRecord(config)) {
      findings.note(`Profile ${name} is not an object.`);
      continue;
    }
    const free = importRooProfile(findings, name, config);
    if (free === undefined) continue;
    names.set(name, free);
    const id = textOf(config.id);
    if (id !== undefined) names.set(id, free);
  }
  const current = textOf(globalSettings.currentApiConfigName) ?? textOf(profiles.currentApiConfigName);
  findings.setSetting("profile", current === undefined ? undefined : names.get(current));
  importModeProfiles(
    findings,
    { ...recordOf(globalSettings.modeApiConfigs), ...recordOf(profiles.modeApiConfigs) },
    names,
  );
}

function importModeProfiles(findings: Findings, modeApiConfigs: Plain, names: ReadonlyMap<string, string>): void {
  const entries = Object.entries(modeApiConfigs).flatMap(([mode, id]) => {
    const name = names.get(textOf(id) ?? "");
    if (name === undefined) findings.note(`The profile of mode ${mode} was not found.`);
    return name === undefined ? [] : [[mode, name] as const];
  });
  if (entries.length > 0) findings.setSetting("modeProfiles", Object.fromEntries(entries));
}

/** Adds a profile in Roo Code's format. Returns its name here; undefined if it cannot be used. */
export function importRooProfile(findings: Findings, name: string, config: Plain): string | undefined {
  const { profile, strays, dropped } = toProfile(config);
  for (const field of dropped) findings.note(`Profile ${name}: ${field} contains secrets and was not copied.`);
  for (const [field, secret] of strays) {
    findings.addStraySecret(secret);
    findings.note(`Profile ${name} does not use its ${field}; it was not copied.`);
  }
  if (config.anthropicUseAuthToken === true)
    findings.note(`Profile ${name} used its key as a token; set ANTHROPIC_AUTH_TOKEN for that.`);
  return findings.addProfile(name, profile);
}

/**
 * Roo Code's profiles from its state: provider and model of each, and all fields of the current one. The complete
 * profiles are in the secret storage.
 */
export function profilesOfState(state: Plain): Plain {
  const current = textOf(state.currentApiConfigName) ?? "default";
  const metas = listOf(state.listApiConfigMeta).filter(isRecord);
  const configs = metas.flatMap((meta) => {
    const name = textOf(meta.name);
    return name === undefined ? [] : [[name, { ...configOf(meta), ...(name === current && fieldsOf(state)) }] as const];
  });
  const hasCurrent = configs.some(([name]) => name === current) || textOf(state.apiProvider) === undefined;
  const all = hasCurrent ? configs : [...configs, [current, fieldsOf(state)] as const];
  return { currentApiConfigName: current, apiConfigs: Object.fromEntries(all) };
}

function configOf(meta: Plain): Plain {
  const provider = textOf(meta.apiProvider) ?? "anthropic";
  const modelField = providerFields[provider]?.model ?? "apiModelId";
  return { apiProvider: provider, [modelField]: meta.modelId, id: meta.id };
}

/** Only the fields of the provider in use: the state also keeps those of others. */
function fieldsOf(state: Plain): Plain {
  const own = providerFields[textOf(state.apiProvider) ?? ""] ?? {};
  const others = Object.values(providerFields).filter((fields) => fields !== own);
  const foreign = new Set(others.flatMap(({ model, baseUrl }) => [model, baseUrl]));
  return Object.fromEntries(Object.entries(state).filter(([key]) => profileFields.has(key) && !foreign.has(key)));
}
