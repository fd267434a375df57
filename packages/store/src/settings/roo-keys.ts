import type { ApprovalKind, ApprovalRule, Settings } from "@roo-code/types";
import type { Migration } from "./migrate-settings.ts";
import type { SettingKey } from "./setting-traits.ts";

const profileName = "currentApiConfigName";

/** The flat keys that Roo Code kept in its global state. A current key that is also set takes precedence. */
export const migrateRooKeys: Migration = {
  version: 1,
  migrate(values) {
    const olderKeys = [...approvalSwitches, ...commandLists, ...counterpartNames, profileName];
    const found = olderKeys.filter((key) => Object.hasOwn(values, key));
    if (found.length === 0) return undefined;
    const rules = rulesFromLists(values);
    const current = toCounterparts(values);
    if (found.some((key) => approvalSwitches.includes(key))) current.set("autoApprove", approvedKinds(values));
    if (rules.length > 0) current.set("approvals", rules);
    if (Object.hasOwn(values, profileName)) current.set("profile", values[profileName]);
    const changes = new Map<string, unknown>(found.map((key) => [key, undefined]));
    for (const [key, value] of current) if (!Object.hasOwn(values, key)) changes.set(key, value);
    return { changes, note: rules.length > 0 ? rulesNote : undefined };
  },
};

const rulesNote =
  "Command lists became rules, which match whole words: `git` no longer allows `gitk`, and a denied command stays denied even if a longer rule allows it.";

type Values = Readonly<Record<string, unknown>>;

const mainSwitch = "autoApprovalEnabled";

/** Roo Code's auto-approve switches, and the kind each one approves. */
const kindOfSwitch: readonly (readonly [name: string, kind: ApprovalKind])[] = [
  ["alwaysAllowReadOnly", "read"],
  ["alwaysAllowWrite", "edit"],
  ["alwaysAllowExecute", "command"],
  ["alwaysAllowBrowser", "browser"],
  ["alwaysAllowMcp", "mcp"],
  ["alwaysAllowModeSwitch", "mode"],
  ["alwaysAllowSubtasks", "subtask"],
  ["alwaysAllowFollowupQuestions", "followup"],
  ["alwaysAllowWriteProtected", "protected"],
];

export const approvalSwitches: readonly string[] = [mainSwitch, ...kindOfSwitch.map(([name]) => name)];
export const commandLists: readonly string[] = ["allowedCommands", "deniedCommands"];

/** Nothing was approved while the main switch was off or absent. Protected files also required the write switch. */
export function approvedKinds(values: Values): ApprovalKind[] {
  if (values[mainSwitch] !== true) return [];
  return kindOfSwitch.flatMap(([name, kind]) => {
    if (values[name] !== true) return [];
    if (kind === "command") return approvesEveryCommand(values) ? kind : [];
    return kind === "protected" && values.alwaysAllowWrite !== true ? [] : kind;
  });
}

/** The switches that approve the same kinds. */
export function switchesFor(kinds: readonly ApprovalKind[]): Record<string, true> {
  const chosen = kindOfSwitch.filter(([, kind]) => kinds.includes(kind));
  return { [mainSwitch]: true, ...Object.fromEntries(chosen.map(([name]) => [name, true] as const)) };
}

/** Whether a switch was on but without effect because the main switch was off. */
export function areSwitchedOff(values: Values): boolean {
  return values[mainSwitch] !== true && kindOfSwitch.some(([name]) => values[name] === true);
}

/** Command prefixes become patterns with `*`. Denied commands stay denied, even when the switches are off. */
export function rulesFromLists(values: Values): ApprovalRule[] {
  const isOn = values[mainSwitch] === true && values.alwaysAllowExecute === true;
  return [
    ...toCommands(values.deniedCommands).map((command): ApprovalRule => ({ action: "deny", command })),
    ...(isOn ? toCommands(values.allowedCommands) : []).map(
      (command): ApprovalRule => ({ action: "allow", command: `${command} *` }),
    ),
  ];
}

/** Command rules as Roo Code lists, in which `*` approves every command. */
export function listsForRules(
  rules: readonly ApprovalRule[],
  kinds: readonly ApprovalKind[],
): Record<string, string[]> {
  const named = (action: ApprovalRule["action"]): string[] =>
    rules.flatMap((rule) => (rule.action === action && rule.command ? [rule.command.replace(/ \*$/, "")] : []));
  const allowed = [
    ...named("allow").filter((command) => command !== "@safe"),
    ...(kinds.includes("command") ? ["*"] : []),
  ];
  const denied = named("deny");
  return {
    ...(allowed.length > 0 && { allowedCommands: allowed }),
    ...(denied.length > 0 && { deniedCommands: denied }),
  };
}

/** In Roo Code the switch approved the listed commands; here the kind approves every command. */
function approvesEveryCommand({ allowedCommands }: Values): boolean {
  return Array.isArray(allowedCommands) && allowedCommands.includes("*");
}

/** `*` alone is dropped: allowed, it is the kind itself; denied, commands without approval are asked about anyway. */
function toCommands(list: unknown): string[] {
  const texts = Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
  return texts.map((text) => text.replace(/(\s+|^)\*$/, "").trim()).filter(Boolean);
}

/** Settings with the same meaning under another name. */
const counterparts: readonly (readonly [theirs: string, ours: SettingKey])[] = [
  ["allowedMaxRequests", "maxTurns"],
  ["allowedMaxCost", "maxCost"],
  ["commandExecutionTimeout", "commandTimeout"],
  ["enableCheckpoints", "snapshots"],
  ["autoCondenseContextPercent", "condenseThreshold"],
];
const condenseSwitch = "autoCondenseContext";

/** The keys that `toCounterparts` reads. */
export const counterpartNames: readonly string[] = [condenseSwitch, ...counterparts.map(([theirs]) => theirs)];

/** Roo Code's values under our names. */
export function toCounterparts(values: Values): Map<string, unknown> {
  const found = counterparts.flatMap(([theirs, ours]) => {
    const value = values[theirs];
    // In Roo Code null and 0 mean "no limit".
    return value === undefined || value === null || value === 0 ? [] : [[ours, value] as const];
  });
  const ours = new Map<string, unknown>(found);
  // Switched off means: condense only when the context window is full.
  if (values[condenseSwitch] === false) ours.set("condenseThreshold", 100);
  return ours;
}

/** Our values under Roo Code's names. */
export function fromCounterparts(settings: Settings): Record<string, unknown> {
  const found = counterparts.filter(([, ours]) => settings[ours] !== undefined);
  return Object.fromEntries(found.map(([theirs, ours]) => [theirs, settings[ours]]));
}
