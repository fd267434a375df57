import type { ApprovalKind } from "@roo-code/types";
import type { Migration } from "./migration.ts";

const approvals: Readonly<Record<string, ApprovalKind>> = {
  alwaysAllowReadOnly: "read",
  alwaysAllowWrite: "edit",
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

/** The flat keys that Roo Code kept in its global state. A key of today that is there too has the last word. */
export const migrateRooKeys: Migration = {
  version: 1,
  migrate(values) {
    const found = [...approvalKeys, ...Object.keys(renamed)].filter((key) => Object.hasOwn(values, key));
    if (found.length === 0) return undefined;
    const changes = new Map<string, unknown>(found.map((key) => [key, undefined]));
    const set = (key: string, value: unknown) => {
      if (!Object.hasOwn(values, key)) changes.set(key, value);
    };
    if (found.some((key) => approvalKeys.includes(key))) set("autoApprove", approvedKinds(values));
    for (const [before, after] of Object.entries(renamed)) {
      // null and 0 were "no limit".
      if (Object.hasOwn(values, before) && values[before] !== null && values[before] !== 0) set(after, values[before]);
    }
    return { changes, ...(isNarrowed(values) && { remark: narrowedRemark }) };
  },
};

/** Nothing was approved while the main switch was off or absent. */
function approvedKinds(values: Readonly<Record<string, unknown>>): ApprovalKind[] {
  if (values.autoApprovalEnabled !== true) return [];
  const allowed = Object.entries(approvals).filter(([key]) => values[key] === true);
  return allowed.flatMap(([, kind]) => (kind === "command" && isNarrowed(values) ? [] : kind));
}

const narrowedRemark = 'Commands are not approved in advance, because "allowedCommands" allowed only some of them.';

/** Approving every command where only some were approved would be more than anybody agreed to. */
function isNarrowed(values: Readonly<Record<string, unknown>>): boolean {
  const { alwaysAllowExecute, allowedCommands } = values;
  return alwaysAllowExecute === true && Array.isArray(allowedCommands) && !allowedCommands.includes("*");
}
