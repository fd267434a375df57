/** What a person can allow in advance (`--auto-approve`). */
export const approvalKinds = [
  "read",
  "edit",
  "command",
  "browser",
  "mcp",
  "mode",
  "subtask",
  "followup",
  "protected",
  "destructive",
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** What `all` allows: everything except what must be named separately. */
export const kindsInAll: readonly ApprovalKind[] = approvalKinds.filter(
  (kind) => kind !== "protected" && kind !== "destructive",
);
