import * as z from "zod";

/** What a request is made of, in tokens. Parts are estimated; they add up to the vendor's own count where it is known. */
export const contextTokensSchema = z.object({
  system: z.number(),
  tools: z.number(),
  rules: z.number(),
  files: z.number().describe("contents of files, read or mentioned"),
  history: z.number(),
  total: z.number(),
  window: z.number().optional().describe("what the model can take, where that is known"),
});
export type ContextTokens = z.infer<typeof contextTokensSchema>;

/** A message that a summary stands for, and where the log still has it. */
export const droppedItemSchema = z.object({
  seq: z.number(),
  kind: z.enum(["said", "reply", "result", "summary"]),
  what: z.string().describe("one line"),
  tokens: z.number(),
});
export type DroppedItem = z.infer<typeof droppedItemSchema>;

export const saidItemSchema = z.object({ seq: z.number(), text: z.string() });
/** What a person said, word for word, and the event it is from. */
export type SaidItem = z.infer<typeof saidItemSchema>;

/** What a summary kept and what it left out. */
export const receiptSchema = z.object({
  goal: z.string(),
  said: z
    .array(saidItemSchema)
    .optional()
    .describe("what people said after the goal, as far as it was kept word for word"),
  decisions: z.array(z.string()),
  openTodos: z.array(z.string()),
  files: z.array(z.string()).describe("files that were read or changed"),
  dropped: z.array(droppedItemSchema),
});
export type Receipt = z.infer<typeof receiptSchema>;
