import * as z from "zod";
import { profileSecretParts } from "./choices.ts";
import { providerSettingsSchema } from "./provider-settings.ts";

/** A named way to reach a model. Its key is in the secret store, or written as `${env:NAME}`; never here in clear. */
export const profileSchema = providerSettingsSchema
  .omit({ apiKey: true, replayFile: true })
  .extend({
    /** A reference such as `${env:OPENAI_API_KEY}`; a key itself goes to the secret store. */
    apiKey: z.string().optional(),
    /** Fallback profiles by name, for when this one's provider is down, overloaded or out of credit. */
    fallback: z.array(z.string()).optional(),
    /** Fields kept in the secret store. */
    stored: z.array(z.enum(profileSecretParts)).optional(),
  })
  .loose();
export type Profile = z.infer<typeof profileSchema>;

export const profilesSchema = z.record(z.string(), profileSchema);
export type Profiles = z.infer<typeof profilesSchema>;
