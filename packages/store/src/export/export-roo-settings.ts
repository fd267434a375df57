import type { Mode, Profiles, Settings } from "@roo-code/types";
import { fromMode } from "../import/roo/roo-modes.ts";
import { fromProfile } from "../import/roo/roo-profile.ts";
import { shownProfile } from "../profiles/profile-secrets.ts";
import { exportableSettings } from "../settings/portable-settings.ts";
import { fromCounterparts, listsForRules, switchesFor } from "../settings/roo-keys.ts";

/** Settings, profiles and modes as a `roo-code-settings.json`. Never contains secrets. */
export function exportRooSettings(own: {
  readonly settings: Settings;
  readonly profiles: Profiles;
  readonly modes: readonly Mode[];
}): string {
  const settings = exportableSettings(own.settings);
  const { profile, modeProfiles = {}, ...rest } = settings;
  const { autoApprove = [], approvals = [] } = rest;
  const names = Object.keys(own.profiles);
  const ids = new Map(names.map((name, index) => [name, `imported-${index + 1}`]));
  const configs = Object.entries(own.profiles).map(([name, value]) => [
    name,
    { ...fromProfile(shownProfile(value)), id: ids.get(name) },
  ]);
  const modeApiConfigs = Object.entries(modeProfiles).flatMap(([mode, name]) =>
    ids.has(name) ? [[mode, ids.get(name)]] : [],
  );
  const file = {
    providerProfiles: {
      currentApiConfigName: profile ?? names[0] ?? "default",
      apiConfigs: Object.fromEntries(configs),
      modeApiConfigs: modeApiConfigs.length > 0 ? Object.fromEntries(modeApiConfigs) : undefined,
    },
    globalSettings: {
      ...rest,
      ...(profile !== undefined && { currentApiConfigName: profile }),
      ...(autoApprove.length > 0 && switchesFor(autoApprove)),
      ...listsForRules(approvals, autoApprove),
      ...fromCounterparts(rest),
      ...(own.modes.length > 0 && { customModes: own.modes.map(fromMode) }),
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
