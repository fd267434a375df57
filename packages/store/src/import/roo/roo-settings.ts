import type { Findings } from "../findings.ts";
import { isRecord, type Plain, recordOf, textOf } from "../plain-value.ts";
import { bringGlobalSettings } from "./bring-global-settings.ts";
import { bringRooProfile } from "./bring-profile.ts";
import { bringRooModes } from "./roo-modes.ts";

/** `{ providerProfiles, globalSettings }`, as Roo Code exports them. */
export function bringRooSettings(findings: Findings, file: Plain, source: string): void {
  const globalSettings = recordOf(file.globalSettings);
  bringProfiles(findings, recordOf(file.providerProfiles), globalSettings);
  bringRooModes(findings, globalSettings.customModes, { scope: "user", source });
  bringGlobalSettings(findings, globalSettings, source);
}

function bringProfiles(findings: Findings, profiles: Plain, globalSettings: Plain): void {
  /** Name or id → the name it goes by here. */
  const names = new Map<string, string>();
  for (const [name, config] of Object.entries(recordOf(profiles.apiConfigs))) {
    if (!isRecord(config)) {
      findings.note(`Profile ${name} is not an object.`);
      continue;
    }
    const free = bringRooProfile(findings, name, config);
    if (free === undefined) continue;
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
}

function bringModeProfiles(findings: Findings, modeApiConfigs: Plain, names: ReadonlyMap<string, string>): void {
  const entries = Object.entries(modeApiConfigs).flatMap(([mode, id]) => {
    const name = names.get(textOf(id) ?? "");
    if (name === undefined) findings.note(`The profile of mode ${mode} was not found.`);
    return name === undefined ? [] : [[mode, name] as const];
  });
  if (entries.length > 0) findings.setSetting("modeProfiles", Object.fromEntries(entries));
}
