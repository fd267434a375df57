import type { ApprovalRule, Mode, Profiles, Settings } from "@roo-code/types";
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
  const { profile, modeProfiles = {}, autoApprove, approvals, maxCost, maxTurns, ...rest } = own.settings;
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
      ...(approvals && { approvals }),
      ...commandLists(approvals ?? [], autoApprove?.includes("command") === true),
      ...(maxCost !== undefined && { allowedMaxCost: maxCost }),
      ...(maxTurns !== undefined && { allowedMaxRequests: maxTurns }),
      ...(own.modes.length > 0 && { customModes: own.modes.map(fromMode) }),
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Rules for commands as the lists they would be there, where every command is approved by `*`. */
function commandLists(rules: readonly ApprovalRule[], isAny: boolean): Record<string, string[]> {
  const named = (action: ApprovalRule["action"]): string[] =>
    rules.flatMap((rule) => (rule.action === action && rule.command ? [rule.command.replace(/ \*$/, "")] : []));
  const allowed = [...named("allow").filter((command) => command !== "@safe"), ...(isAny ? ["*"] : [])];
  const denied = named("deny");
  return {
    ...(allowed.length > 0 && { allowedCommands: allowed }),
    ...(denied.length > 0 && { deniedCommands: denied }),
  };
}
