import type { ApprovalKind, ApprovalRule } from "@roo-code/types";

type Values = Readonly<Record<string, unknown>>;

export const mainSwitch = "autoApprovalEnabled";

/** Roo Code's switches, and what each approves. */
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

/** Nothing was approved while the main switch was off or absent. Protected files were a part of writing. */
export function approvedKinds(values: Values): ApprovalKind[] {
  if (values[mainSwitch] !== true) return [];
  return kindOfSwitch.flatMap(([name, kind]) => {
    if (values[name] !== true) return [];
    if (kind === "command") return approvesEveryCommand(values) ? kind : [];
    return kind === "protected" && values.alwaysAllowWrite !== true ? [] : kind;
  });
}

/** The switches that say the same. */
export function switchesFor(kinds: readonly ApprovalKind[]): Record<string, true> {
  const chosen = kindOfSwitch.filter(([, kind]) => kinds.includes(kind));
  return { [mainSwitch]: true, ...Object.fromEntries(chosen.map(([name]) => [name, true] as const)) };
}

/** Whether a switch was on that the main one, being off, kept from approving anything. */
export function areSwitchedOff(values: Values): boolean {
  return values[mainSwitch] !== true && kindOfSwitch.some(([name]) => values[name] === true);
}

/** Beginnings of commands became words with any more; what was denied stays so, whatever else is switched off. */
export function rulesOfLists(values: Values): ApprovalRule[] {
  const isOn = values[mainSwitch] === true && values.alwaysAllowExecute === true;
  return [
    ...commandsOf(values.deniedCommands).map((command): ApprovalRule => ({ action: "deny", command })),
    ...(isOn ? commandsOf(values.allowedCommands) : []).map(
      (command): ApprovalRule => ({ action: "allow", command: `${command} *` }),
    ),
  ];
}

/** Rules for commands as the lists they would be there, where every command is approved by `*`. */
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

/** There, executing meant the commands of a list; here it means any. */
function approvesEveryCommand({ allowedCommands }: Values): boolean {
  return Array.isArray(allowedCommands) && allowedCommands.includes("*");
}

/** `*` meant all: allowed, that is the kind itself; denied, what is not allowed is asked about anyway. */
function commandsOf(list: unknown): string[] {
  const texts = Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
  return texts.map((text) => text.replace(/(\s+|^)\*$/, "").trim()).filter(Boolean);
}
