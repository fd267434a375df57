import * as z from "zod";
import { approvalKinds } from "./approval-kinds.ts";

export const approvalKindSchema = z.enum(approvalKinds);

/** What exactly is to be approved, as shown to the person. */
export const approvalSubjectSchema = z.object({
  kind: approvalKindSchema,
  /** One line: the command, or the files to be written. */
  summary: z.string(),
  /** The diff, or the full details. */
  detail: z.string().optional(),
  paths: z.array(z.string()).optional(),
  command: z.string().optional(),
  /** The folder a command runs in, when it is not the workspace itself. */
  cwd: z.string().optional(),
  /** Name of the MCP tool: `server/tool`. */
  tool: z.string().optional(),
  /** Hash of that tool's definition. */
  definition: z.string().optional(),
  /** The host that is contacted. */
  host: z.string().optional(),
});
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

export const approvalDecisionSchema = z.enum(["allow", "deny"]);
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;
