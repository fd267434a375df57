import * as z from "zod";

const toolSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  /** As the server says; nothing is allowed because of it. */
  isReadOnly: z.boolean(),
  isIdempotent: z.boolean(),
  isDestructive: z.boolean(),
  /** Of all that the server said of it, also of what is cut, cleaned or not shown here. */
  whole: z.string(),
});
const resourceSchema = z.object({
  /** An address, or a template of addresses. */
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

/** What a server offers, in its own words: cleaned and bounded. */
export const catalogSchema = z.object({
  tools: z.array(toolSchema),
  resources: z.array(resourceSchema),
  prompts: z.array(promptSchema),
  instructions: z.string(),
  /** Tools that were too many. */
  left: z.number(),
});
export type CatalogTool = z.infer<typeof toolSchema>;
export type CatalogResource = z.infer<typeof resourceSchema>;
export type CatalogPrompt = z.infer<typeof promptSchema>;
export type Catalog = z.infer<typeof catalogSchema>;

export const emptyCatalog: Catalog = { tools: [], resources: [], prompts: [], instructions: "", left: 0 };
