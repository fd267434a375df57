import * as z from "zod";
import { approvalDecisionSchema } from "./approval.ts";
import { fileVersionSchema } from "./event.ts";
import { imagePartSchema } from "./message.ts";

/** What a client asks of a task. Sending the same `opId` again has no effect. */
export const opSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message.send"),
    opId: z.string(),
    text: z.string(),
    images: z.array(imagePartSchema).optional(),
    /** Expanded mentions and environment for the model; shown apart from the text. */
    attachment: z.string().optional(),
    /** File contents that the attachment holds. */
    seen: z.array(fileVersionSchema).optional(),
  }),
  z.object({
    type: z.literal("approval.answer"),
    opId: z.string(),
    callId: z.string(),
    decision: approvalDecisionSchema,
    feedback: z.string().optional(),
  }),
  z.object({ type: z.literal("question.answer"), opId: z.string(), callId: z.string(), answer: z.string() }),
  /** Summarize the oldest messages before the next request, however short they are. Dropped when the run ends. */
  z.object({ type: z.literal("context.condense"), opId: z.string() }),
  z.object({
    type: z.literal("run.abort"),
    opId: z.string(),
    /** Recorded reason; absent if the user asked for it. */
    reason: z.literal("server_stopped").optional(),
  }),
]);
export type Op = z.infer<typeof opSchema>;
