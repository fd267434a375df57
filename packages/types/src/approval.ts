import * as z from "zod";

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
export const approvalKindSchema = z.enum(approvalKinds);
export type ApprovalKind = z.infer<typeof approvalKindSchema>;

/** What exactly is to be done, as the person sees it before answering. */
export const approvalSubjectSchema = z.object({
  kind: approvalKindSchema,
  /** One line: the command, or the files to be written. */
  summary: z.string(),
  /** The diff, or whatever else shows the whole of it. */
  detail: z.string().optional(),
  paths: z.array(z.string()).optional(),
  command: z.string().optional(),
});
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

export const approvalDecisionSchema = z.enum(["allow", "deny"]);
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;
