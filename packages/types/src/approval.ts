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

/**
 * A standing decision of a person. All named fields must match; at least one field is required, because a rule with
 * none would match everything. Unknown keys are refused: with a typo ignored, a rule would allow more than was meant.
 */
export const approvalRuleSchema = z
  .strictObject({
    action: z.enum(["allow", "ask", "deny"]),
    kind: approvalKindSchema.optional(),
    /** A glob, relative to the workspace or absolute. */
    path: z.string().optional(),
    /** Prefix of a command's words, `git log`; a final `*` matches any further words; `@safe` matches read-only commands. */
    command: z.string().optional(),
    /** `example.org`, or `*.example.org` for its subdomains. */
    host: z.string().optional(),
    /** A tool, or `server/tool` for MCP; `*` matches any part of a name. */
    tool: z.string().optional(),
    /** Hash of the tool's definition when it was approved: an allow rule lapses when the definition changes. */
    definition: z.string().optional(),
    /** Arguments that an allow rule for commands does not cover, `--force`; `*` matches any argument. */
    forbid: z.array(z.string()).optional(),
    /** Reason, shown with the decision. */
    reason: z.string().optional(),
  })
  .refine((rule) => [rule.kind, rule.path, rule.command, rule.host, rule.tool].some((value) => value !== undefined), {
    message: "needs a path, command, host, tool or kind",
  });
export type ApprovalRule = z.infer<typeof approvalRuleSchema>;
