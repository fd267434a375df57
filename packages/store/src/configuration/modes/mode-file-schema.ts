import { toolGroups } from "@roo-code/types";
import * as z from "zod";

const text = z.string().trim().max(100_000);
const groupName = z.string().meta({ examples: [...toolGroups] });
const pattern = z.string().describe("Regular expression that a file's path must match to be edited.");

const groupEntrySchema = z.union([
  groupName,
  z.tuple([groupName, z.looseObject({ fileRegex: pattern.optional(), description: z.string().optional() })]),
  z.looseObject({ group: groupName, filePattern: pattern.optional(), description: z.string().optional() }),
]);
export type GroupEntry = z.infer<typeof groupEntrySchema>;

/** A mode as people write it, under Roo Code's keys. */
export const modeEntrySchema = z.looseObject({
  slug: z
    .string()
    .regex(/^[a-zA-Z0-9-]+$/, "only letters, digits and dashes are allowed")
    .max(100)
    .describe("Its name in commands and files. In a file of its own: the file's name, unless it is given."),
  name: text.min(1).max(200).describe("Its name for people."),
  roleDefinition: text.optional().describe("Who the model is in this mode: the beginning of the system prompt."),
  promptFile: z.string().optional().describe("A file with the role definition, in place of it."),
  customInstructions: text.optional().describe("What else the model is told in this mode."),
  whenToUse: text.optional().describe("When to choose it, for people and for other modes."),
  description: text.optional().describe("One line about it, for people."),
  groups: z.array(groupEntrySchema).max(50).describe("Tools it may use, by group."),
  fileRestrictions: z
    .looseObject({ allowPatterns: z.array(pattern).max(100).optional() })
    .optional()
    .describe("Files it may edit, for all groups."),
});
export type ModeEntry = z.infer<typeof modeEntrySchema>;

/** Without a slug, which the file's name gives. */
const oneModeFileSchema = modeEntrySchema.partial({ slug: true });
const customModesFileSchema = z.looseObject({ customModes: z.array(modeEntrySchema) });

/** A whole file: `.roomodes`, or one of `.roo/modes/`. */
export const modesFileSchema = z.union([customModesFileSchema, oneModeFileSchema]);

/** Keys of Roo Code that have a meaning only while modes are exported and imported. */
const silentKeys = ["source", "rulesFiles", "iconName", "$schema"];
export const knownModeKeys: ReadonlySet<string> = new Set([...Object.keys(modeEntrySchema.shape), ...silentKeys]);
