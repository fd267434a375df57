import type { ApprovalKind, ApprovalRule } from "@roo-code/types";
import type { Migration } from "./migration.ts";

const approvals: Readonly<Record<string, ApprovalKind>> = {
  alwaysAllowReadOnly: "read",
  alwaysAllowWrite: "edit",
  alwaysAllowWriteProtected: "protected",
  alwaysAllowExecute: "command",
  alwaysAllowMcp: "mcp",
  alwaysAllowModeSwitch: "mode",
  alwaysAllowSubtasks: "subtask",
  alwaysAllowFollowupQuestions: "followup",
};
const renamed: Readonly<Record<string, string>> = {
  allowedMaxRequests: "maxTurns",
  allowedMaxCost: "maxCost",
  currentApiConfigName: "profile",
  commandExecutionTimeout: "commandTimeout",
};
const approvalKeys = ["autoApprovalEnabled", ...Object.keys(approvals)];
const ruleKeys = ["allowedCommands", "deniedCommands"];

/** The flat keys that Roo Code kept in its global state. A key of today that is there too has the last word. */
export const migrateRooKeys: Migration = {
  version: 1,
  migrate(values) {
    const found = [...approvalKeys, ...ruleKeys, ...Object.keys(renamed)].filter((key) => Object.hasOwn(values, key));
    if (found.length === 0) return undefined;
    const rules = rulesOf(values);
    const changes = new Map<string, unknown>(found.map((key) => [key, undefined]));
    const set = (key: string, value: unknown) => {
      if (!Object.hasOwn(values, key)) changes.set(key, value);
    };
    if (found.some((key) => approvalKeys.includes(key))) set("autoApprove", approvedKinds(values));
    if (rules.length > 0) set("approvals", rules);
    for (const [before, after] of Object.entries(renamed)) {
      // null and 0 were "no limit".
      if (Object.hasOwn(values, before) && values[before] !== null && values[before] !== 0) set(after, values[before]);
    }
    return { changes, ...(rules.length > 0 && { remark: rulesRemark }) };
  },
};

/** Nothing was approved while the main switch was off or absent. Protected files were a part of writing. */
function approvedKinds(values: Readonly<Record<string, unknown>>): ApprovalKind[] {
  if (values.autoApprovalEnabled !== true) return [];
  const allowed = Object.entries(approvals).filter(([key]) => values[key] === true);
  return allowed.flatMap(([, kind]) => {
    if (kind === "command" && isNarrowed(values)) return [];
    return kind === "protected" && values.alwaysAllowWrite !== true ? [] : kind;
  });
}

const rulesRemark =
  "Lists of commands became rules, which cover whole words: `git` no longer allows `gitk`, and what is denied is denied even where a longer rule allows it.";

/** Beginnings of commands became words with any more; what was denied stays so, whatever else is switched off. */
export function rulesOf(values: Readonly<Record<string, unknown>>): ApprovalRule[] {
  const isOn = values.autoApprovalEnabled === true && values.alwaysAllowExecute === true;
  return [
    ...commandsOf(values.deniedCommands).map((command): ApprovalRule => ({ action: "deny", command })),
    ...(isOn ? commandsOf(values.allowedCommands) : []).map(
      (command): ApprovalRule => ({ action: "allow", command: `${command} *` }),
    ),
  ];
}

/** `*` meant all: allowed, that is the kind itself; denied, what is not allowed is asked about anyway. */
function commandsOf(list: unknown): string[] {
  const texts = Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
  return texts.map((text) => text.replace(/(\s+|^)\*$/, "").trim()).filter(Boolean);
}

/** Approving every command where only some were approved would be more than anybody agreed to. */
function isNarrowed({ alwaysAllowExecute, allowedCommands }: Readonly<Record<string, unknown>>): boolean {
  return alwaysAllowExecute === true && Array.isArray(allowedCommands) && !allowedCommands.includes("*");
}
