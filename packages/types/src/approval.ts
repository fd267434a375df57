import * as z from "zod";
import { approvalKinds } from "./approval-kinds.ts";

export const approvalKindSchema = z.enum(approvalKinds);

/** What exactly is to be done, as the person sees it before answering. */
export const approvalSubjectSchema = z.object({
  kind: approvalKindSchema,
  /** One line: the command, or the files to be written. */
  summary: z.string(),
  /** The diff, or whatever else shows the whole of it. */
  detail: z.string().optional(),
  paths: z.array(z.string()).optional(),
  command: z.string().optional(),
  /** The folder a command runs in, when it is not the workspace itself. */
  cwd: z.string().optional(),
  /** What is called by name: `server/tool` of MCP. */
  tool: z.string().optional(),
  /** What that tool is, as a hash of all it says of itself. */
  definition: z.string().optional(),
  /** The machine that is reached. */
  host: z.string().optional(),
});
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

export const approvalDecisionSchema = z.enum(["allow", "deny"]);
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;
