import * as z from "zod";

/** `attached`: context added for the model; not shown as part of the user's message. */
export const textPartSchema = z.object({
  type: z.literal("text"),
  text: z.string(),
  attached: z.literal(true).optional(),
});
export type TextPart = z.infer<typeof textPartSchema>;

/**
 * What the model thought. A vendor's `signature` must be sent back unchanged with the text it signs, and only to
 * servers of the wire format that made it, its `origin`.
 */
export const reasoningPartSchema = z.object({
  type: z.literal("reasoning"),
  text: z.string(),
  signature: z.string().optional(),
  origin: z.string().optional(),
});
export type ReasoningPart = z.infer<typeof reasoningPartSchema>;

export const imagePartSchema = z.object({
  type: z.literal("image"),
  mediaType: z.string(),
  /** base64, without a data-URL prefix */
  data: z.string(),
});
export type ImagePart = z.infer<typeof imagePartSchema>;

/**
 * A call the model made. If its arguments were not valid JSON, `input` is `{}` and `malformed` holds the raw text; if we
 * repaired them, `repaired` says how.
 */
export const toolCallPartSchema = z.object({
  type: z.literal("tool-call"),
  callId: z.string(),
  name: z.string(),
  input: z.unknown(),
  malformed: z.string().optional(),
  repaired: z.string().optional(),
});
export type ToolCallPart = z.infer<typeof toolCallPartSchema>;

export const toolResultPartSchema = z.object({
  type: z.literal("tool-result"),
  callId: z.string(),
  name: z.string(),
  content: z.string(),
  images: z.array(imagePartSchema).optional(),
  isError: z.boolean(),
});
export type ToolResultPart = z.infer<typeof toolResultPartSchema>;

export const userMessageSchema = z.object({
  role: z.literal("user"),
  content: z.array(z.discriminatedUnion("type", [textPartSchema, imagePartSchema])),
});
export type UserMessage = z.infer<typeof userMessageSchema>;

export const assistantMessageSchema = z.object({
  role: z.literal("assistant"),
  content: z.array(
    z.discriminatedUnion("type", [textPartSchema, reasoningPartSchema, imagePartSchema, toolCallPartSchema]),
  ),
});
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;

/** The results of all calls of one assistant message, in the order of the calls. */
export const toolMessageSchema = z.object({ role: z.literal("tool"), content: z.array(toolResultPartSchema) });
export type ToolMessage = z.infer<typeof toolMessageSchema>;

export const messageSchema = z.discriminatedUnion("role", [
  userMessageSchema,
  assistantMessageSchema,
  toolMessageSchema,
]);
export type Message = z.infer<typeof messageSchema>;
