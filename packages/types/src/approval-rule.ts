import * as z from "zod";
import { approvalKindSchema } from "./approval.ts";

/**
 * What a person decided once, for everything it describes. All that is named must fit; nothing named would fit
 * everything, so that at least one is. A word that is not known is refused: a rule with a slip of the pen would say more than was meant.
 */
export const approvalRuleSchema = z
  .strictObject({
    action: z.enum(["allow", "ask", "deny"]),
    kind: approvalKindSchema.optional(),
    /** A glob, relative to the workspace or absolute. */
    path: z.string().optional(),
    /** Words of a command from its front, `git log`; `*` at the end stands for any more; `@safe` for what only reads. */
    command: z.string().optional(),
    /** `example.org`, or `*.example.org` for what is below. */
    host: z.string().optional(),
    /** A tool, or `server/tool` of MCP; `*` stands for any part of a name. */
    tool: z.string().optional(),
    /** The tool as it was when leave was given: an allow rule ends when it describes itself otherwise. */
    definition: z.string().optional(),
    /** Words that an allow rule for commands does not cover, `--force`; `*` stands for any word. */
    forbid: z.array(z.string()).optional(),
    /** Why, for whoever is told. */
    reason: z.string().optional(),
  })
  .refine((rule) => [rule.kind, rule.path, rule.command, rule.host, rule.tool].some((value) => value !== undefined), {
    message: "names nothing it is about",
  });
export type ApprovalRule = z.infer<typeof approvalRuleSchema>;
