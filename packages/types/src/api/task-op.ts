import * as z from "zod";
import { approvalDecisionSchema, approvalKindSchema, approvalRuleSchema } from "../approval.ts";
import { limitsSchema } from "../limits.ts";
import { imagePartSchema } from "../message.ts";

export const ruleScopeSchema = z.enum(["project", "user"]);

/** Options of a run; defaults come from the settings. */
export const runShape = {
  mode: z.string().optional(),
  profile: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  autoApprove: z.array(approvalKindSchema).optional(),
  limits: limitsSchema.optional(),
  attended: z
    .boolean()
    .optional()
    .describe("whether someone can answer approvals; otherwise they are denied (default: true)"),
};

export const messageShape = { text: z.string().max(1_000_000), images: z.array(imagePartSchema).max(20).optional() };

const opId = z.string().min(1).max(200).describe("sending the same id again has no effect");
const callId = z.string();

/** What a client asks of a task, over the socket or HTTP. */
export const taskOpSchema = z.discriminatedUnion("type", [
  /** A running task reads the message at its next step; any other task is resumed with it. */
  z.object({
    type: z.literal("message.send"),
    opId,
    ...messageShape,
    ...runShape,
    insteadOf: z
      .number()
      .int()
      .positive()
      .optional()
      .describe("the event of an earlier message: everything after it is undone first, files included"),
  }),
  z.object({
    type: z.literal("approval.answer"),
    opId,
    callId,
    decision: approvalDecisionSchema,
    feedback: z.string().max(10_000).optional(),
    rules: z
      .array(approvalRuleSchema)
      .max(20)
      .optional()
      .describe("saved, so that similar calls are not asked about again"),
    keepIn: ruleScopeSchema
      .optional()
      .describe("where the rules apply: in this project, or everywhere (default: project)"),
  }),
  z.object({ type: z.literal("question.answer"), opId, callId, answer: z.string().max(1_000_000) }),
  /** Summarize the oldest messages before the next request. */
  z.object({ type: z.literal("context.condense"), opId }),
  z.object({ type: z.literal("run.abort"), opId }),
]);
export type TaskOp = z.infer<typeof taskOpSchema>;

export const taskOpResultSchema = z.object({
  isQueued: z
    .boolean()
    .optional()
    .describe("for messages: true if a running task reads it later, false if the task was resumed with it"),
});
export type TaskOpResult = z.infer<typeof taskOpResultSchema>;
