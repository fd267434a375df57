import * as z from "zod";
import { toolGroups } from "./tool-groups.ts";

export const toolGroupSchema = z.enum(toolGroups);

/** A group a mode may use; `filePattern` is a regular expression that every edited path must match. */
export const modeGroupSchema = z.object({
  group: toolGroupSchema,
  filePattern: z.string().optional(),
  description: z.string().optional(),
});
export type ModeGroup = z.infer<typeof modeGroupSchema>;

export const modeSchema = z.object({
  slug: z.string().regex(/^[a-zA-Z0-9-]+$/),
  name: z.string(),
  roleDefinition: z.string(),
  customInstructions: z.string().optional(),
  /** When to choose it, for people and for other modes. */
  whenToUse: z.string().optional(),
  description: z.string().optional(),
  groups: z.array(modeGroupSchema),
});
export type Mode = z.infer<typeof modeSchema>;
