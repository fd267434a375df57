import * as z from "zod";

/** How the code index gets its vectors and where it keeps them. Keys are never here: they come from the environment. */
export const embeddingSettingsSchema = z
  .looseObject({
    embedder: z.enum(["local", "openai", "gemini", "mistral", "ollama", "openai-compatible"]),
    model: z.string().describe("The embedder's model."),
    baseUrl: z.string().describe("The embedder's server."),
    dimensions: z.number().int().positive().describe("Length of the vectors, for models that support a choice."),
    store: z.enum(["embedded", "qdrant", "pgvector"]).describe("Where vectors are kept."),
    storeUrl: z.string().describe("The vector store's server."),
  })
  .partial();
export type EmbeddingSettings = z.infer<typeof embeddingSettingsSchema>;
