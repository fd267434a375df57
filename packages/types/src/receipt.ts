import * as z from "zod";

/** Composition of a request in tokens. Parts are estimated, scaled to the vendor's own total if known. */
export const contextTokensSchema = z.object({
  system: z.number(),
  tools: z.number(),
  rules: z.number(),
  files: z.number().describe("contents of files, read or mentioned"),
  history: z.number(),
  total: z.number(),
  window: z.number().optional().describe("the model's context window, if known"),
});
export type ContextTokens = z.infer<typeof contextTokensSchema>;

/** A message replaced by a summary, and its event in the log. */
const droppedItemSchema = z.object({
  seq: z.number(),
  kind: z.enum(["said", "reply", "result", "summary"]),
  what: z.string().describe("one line"),
  tokens: z.number(),
});
export type DroppedItem = z.infer<typeof droppedItemSchema>;

const saidItemSchema = z.object({ seq: z.number(), text: z.string() });
/** A user message, verbatim, and its event. */
export type SaidItem = z.infer<typeof saidItemSchema>;

/** What a summary kept and what it dropped. */
export const receiptSchema = z.object({
  goal: z.string(),
  said: z.array(saidItemSchema).optional().describe("later user messages that were kept verbatim"),
  decisions: z.array(z.string()),
  openTodos: z.array(z.string()),
  files: z.array(z.string()).describe("files that were read or changed"),
  dropped: z.array(droppedItemSchema),
});
export type Receipt = z.infer<typeof receiptSchema>;
