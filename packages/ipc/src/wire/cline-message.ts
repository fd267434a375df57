import * as z from "zod";
import { askKinds, sayKinds } from "../names.ts";

/** A message in Roo Code's chat. `ts` is its identity and stays the same while it is partial. */
export const clineMessageSchema = z.object({
  ts: z.number(),
  type: z.enum(["ask", "say"]),
  ask: z.enum(askKinds).optional(),
  say: z.enum(sayKinds).optional(),
  text: z.string().optional(),
  images: z.array(z.string()).optional(),
  partial: z.boolean().optional(),
  reasoning: z.string().optional(),
  conversationHistoryIndex: z.number().optional(),
  checkpoint: z.record(z.string(), z.unknown()).optional(),
  progressStatus: z.object({ icon: z.string().optional(), text: z.string().optional() }).optional(),
  contextCondense: z
    .object({
      cost: z.number(),
      prevContextTokens: z.number(),
      newContextTokens: z.number(),
      summary: z.string(),
      condenseId: z.string().optional(),
    })
    .optional(),
  contextTruncation: z
    .object({
      truncationId: z.string(),
      messagesRemoved: z.number(),
      prevContextTokens: z.number(),
      newContextTokens: z.number(),
    })
    .optional(),
  isProtected: z.boolean().optional(),
  apiProtocol: z.enum(["openai", "anthropic"]).optional(),
  isAnswered: z.boolean().optional(),
});
export type ClineMessage = z.infer<typeof clineMessageSchema>;
