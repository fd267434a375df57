import * as z from "zod";
import { approvalDecisionSchema } from "./approval.ts";
import { fileVersionSchema } from "./event.ts";
import { imagePartSchema } from "./message.ts";

/** What a client asks of a task. The same `opId` twice changes nothing the second time. */
export const opSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message.send"),
    opId: z.string(),
    text: z.string(),
    images: z.array(imagePartSchema).optional(),
    /** What the text refers to and what is around it, spelled out for the model; shown apart from the text. */
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
    /** Why, where it is not that somebody wants it; the log says so. */
    reason: z.literal("server_stopped").optional(),
  }),
]);
export type Op = z.infer<typeof opSchema>;

const serverStopped = "The server was stopped.";

/** Why a run was aborted, as the first sentence of its error. */
export function abortWords(reason: "server_stopped" | undefined): string {
  return reason === "server_stopped" ? serverStopped : "Aborted by the user.";
}

/** For what runs below it: why the signal of the run above was aborted. */
export function abortReason(cause: unknown): { reason?: "server_stopped" } {
  return cause instanceof Error && cause.message.startsWith(serverStopped) ? { reason: "server_stopped" } : {};
}
