import { approvalKinds } from "@roo-code/types";

const actions: readonly unknown[] = ["allow", "ask", "deny"];
const subjects = ["path", "command", "host", "tool"] as const;
const words: ReadonlySet<string> = new Set(["action", "kind", "forbid", "reason", "definition", ...subjects]);

/** What the schema of `types` says, which a start does not load. A word that is not known makes it no rule. */
export function isApprovalRule(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const rule: Readonly<Record<string, unknown>> = { ...value };
  const { action, kind, forbid, reason, definition } = rule;
  return (
    Object.keys(rule).every((word) => words.has(word)) &&
    actions.includes(action) &&
    (kind === undefined || approvalKinds.some((known) => known === kind)) &&
    [...subjects.map((subject) => rule[subject]), reason, definition].every(isTextOrAbsent) &&
    (forbid === undefined || (Array.isArray(forbid) && forbid.every((word) => typeof word === "string"))) &&
    [kind, ...subjects.map((subject) => rule[subject])].some((named) => named !== undefined)
  );
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
