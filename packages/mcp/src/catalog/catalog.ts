import * as z from "zod";

const toolSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  /** The server's claim; it allows nothing. */
  isReadOnly: z.boolean(),
  isIdempotent: z.boolean(),
  isDestructive: z.boolean(),
  /** Hash of the server's whole definition, including what is truncated, cleaned or not shown here. */
  whole: z.string(),
});
const resourceSchema = z.object({
  /** A URI, or a URI template. */
  uri: z.string(),
  isTemplate: z.boolean(),
  name: z.string(),
  description: z.string(),
});
const promptSchema = z.object({
  name: z.string(),
  description: z.string(),
  arguments: z.array(z.object({ name: z.string(), isRequired: z.boolean() })),
});

/** What a server offers, as it describes it: cleaned and bounded. */
export const catalogSchema = z.object({
  tools: z.array(toolSchema),
  resources: z.array(resourceSchema),
  prompts: z.array(promptSchema),
  instructions: z.string(),
  /** The number of tools beyond the limit, which were dropped. */
  left: z.number(),
});
export type CatalogTool = z.infer<typeof toolSchema>;
export type CatalogResource = z.infer<typeof resourceSchema>;
export type CatalogPrompt = z.infer<typeof promptSchema>;
export type Catalog = z.infer<typeof catalogSchema>;
