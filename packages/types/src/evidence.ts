import * as z from "zod";

/** Overall evidence of a completed task: all claims shown by its log, not all shown, or one contradicted. */
export const verificationSchema = z.enum(["verified", "unverified", "failed"]);
export type Verification = z.infer<typeof verificationSchema>;

/** Something a completion claims: a command that succeeded, or a file that was written. */
export const claimSchema = z.object({
  claim: z.string().describe("what it shows, in brief"),
  command: z.string().optional().describe("the command that showed it, as it was run"),
  path: z.string().optional().describe("the file that was written"),
});
export type Claim = z.infer<typeof claimSchema>;

/** A claim beside what happened. `stale`: true once, but something was changed since. */
export const evidenceSchema = claimSchema.extend({
  verdict: z.enum(["shown", "stale", "contradicted", "unknown"]),
  seq: z.number().optional().describe("the event that shows or contradicts it"),
  why: z.string().optional(),
});
export type Evidence = z.infer<typeof evidenceSchema>;
