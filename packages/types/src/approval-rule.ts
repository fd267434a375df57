import * as z from "zod";
import { approvalKindSchema } from "./approval.ts";

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
