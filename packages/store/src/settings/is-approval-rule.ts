import { approvalKinds } from "@roo-code/types";

const actions: readonly unknown[] = ["allow", "ask", "deny"];
const subjects = ["path", "command", "host", "tool"] as const;
const ruleKeys: ReadonlySet<string> = new Set(["action", "kind", "forbid", "reason", "definition", ...subjects]);

/** The same check as the schema in `types`, without loading zod at startup. A rule with an unknown key is invalid. */
export function isApprovalRule(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const rule: Readonly<Record<string, unknown>> = { ...value };
  const { action, kind, forbid, reason, definition } = rule;
  return (
    Object.keys(rule).every((key) => ruleKeys.has(key)) &&
    actions.includes(action) &&
    (kind === undefined || approvalKinds.some((known) => known === kind)) &&
    [...subjects.map((subject) => rule[subject]), reason, definition].every(isStringOrAbsent) &&
    (forbid === undefined || (Array.isArray(forbid) && forbid.every((word) => typeof word === "string"))) &&
    [kind, ...subjects.map((subject) => rule[subject])].some((subject) => subject !== undefined)
  );
}

function isStringOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
