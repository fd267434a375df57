import type { Mode, Profiles, Settings } from "@roo-code/types";
import { fromAutoApprove } from "../import/roo/auto-approve.ts";
import { fromMode } from "../import/roo/roo-modes.ts";
import { fromProfile } from "../import/roo/roo-profile.ts";
import { shownProfile } from "../profiles/shown-profile.ts";

/** Writes settings, profiles and modes as a `roo-code-settings.json`. Keys are never in it. */
export function exportRooSettings(own: {
  readonly settings: Settings;
  readonly profiles: Profiles;
  readonly modes: readonly Mode[];
}): string {
  const { profile, modeProfiles = {}, autoApprove, allowedCommands, maxCost, maxTurns, ...rest } = own.settings;
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
      ...(modeApiConfigs.length > 0 && { modeApiConfigs: Object.fromEntries(modeApiConfigs) }),
    },
    globalSettings: {
      ...rest,
      ...(profile !== undefined && { currentApiConfigName: profile }),
      ...(autoApprove && { autoApprove, ...fromAutoApprove(autoApprove) }),
      ...commands(allowedCommands, autoApprove?.includes("command") === true),
      ...(maxCost !== undefined && { allowedMaxCost: maxCost }),
      ...(maxTurns !== undefined && { allowedMaxRequests: maxTurns }),
      ...(own.modes.length > 0 && { customModes: own.modes.map(fromMode) }),
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** There every command is approved by `*` in the list of those that are. */
function commands(allowed: unknown, isAny: boolean): { allowedCommands?: unknown[] } {
  const named: unknown[] = Array.isArray(allowed) ? allowed : [];
  const all = isAny ? [...named, "*"] : named;
  return all.length > 0 ? { allowedCommands: all } : {};
}
