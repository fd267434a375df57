import { type ModeGroup, type ToolGroup, toolGroups } from "@roo-code/types";
import * as z from "zod";
import { patternProblem } from "../file-pattern/pattern-problem.ts";

const text = z.string().trim().max(100_000);
const groupName = z.string().meta({ examples: [...toolGroups] });
const pattern = z.string().describe("Regular expression that a file's path must match to be edited.");

const groupEntrySchema = z.union([
  groupName,
  z.tuple([groupName, z.looseObject({ fileRegex: pattern.optional(), description: z.string().optional() })]),
  z.looseObject({ group: groupName, filePattern: pattern.optional(), description: z.string().optional() }),
]);
type GroupEntry = z.infer<typeof groupEntrySchema>;

/** A mode in a file, with Roo Code's keys. */
export const modeEntrySchema = z.looseObject({
  slug: z
    .string()
    .regex(/^[a-zA-Z0-9-]+$/, "only letters, digits and dashes are allowed")
    .max(100)
    .describe("Its name in commands and files. In a file of its own it defaults to the file's name."),
  name: text.min(1).max(200).describe("Its display name."),
  roleDefinition: text.optional().describe("Who the model is in this mode: the beginning of the system prompt."),
  promptFile: z.string().optional().describe("A file with the role definition, used instead."),
  customInstructions: text.optional().describe("Additional instructions for the model in this mode."),
  whenToUse: text.optional().describe("When to choose it, for users and for other modes."),
  description: text.optional().describe("A one-line description, for users."),
  groups: z.array(groupEntrySchema).max(50).describe("Tools it may use, by group."),
  fileRestrictions: z
    .looseObject({ allowPatterns: z.array(pattern).max(100).optional() })
    .optional()
    .describe("Files it may edit, for all groups."),
});
type ModeEntry = z.infer<typeof modeEntrySchema>;

/** Without a slug: the file name is the slug. */
const oneModeFileSchema = modeEntrySchema.partial({ slug: true });
const customModesFileSchema = z.looseObject({ customModes: z.array(modeEntrySchema) });

/** A whole file: `.roomodes`, or one of `.roo/modes/`. */
export const modesFileSchema = z.union([customModesFileSchema, oneModeFileSchema]);

/** Roo Code's keys that only matter for export and import. */
const ignoredKeys = ["source", "rulesFiles", "iconName", "$schema"];
export const knownModeKeys: ReadonlySet<string> = new Set([...Object.keys(modeEntrySchema.shape), ...ignoredKeys]);

interface ModeGroups {
  readonly groups: readonly ModeGroup[];
  /** Unknown groups, which were skipped. */
  readonly dropped: readonly string[];
}

/** Names of our groups in other tools. */
const aliases: Readonly<Record<string, ToolGroup>> = { write: "edit", execute: "command", shell: "command" };
/** Roo Code removed its browser tools, but modes in its lists still name the group; a browser must not open for them. */
const retired: ReadonlySet<string> = new Set(["browser"]);

/** A `problem` rejects the whole mode: without one of its restrictions it would have more rights than intended. */
export function modeGroups(entry: ModeEntry, { isAlone } = { isAlone: false }): ModeGroups | { problem: string } {
  const groups: ModeGroup[] = [];
  const dropped: string[] = [];
  for (const { name, filePattern, description } of entry.groups.map(readEntry)) {
    const group = toGroup(name, { isAlone });
    if (!group) {
      dropped.push(name.slice(0, 100));
      continue;
    }
    if (groups.some((other) => other.group === group)) return { problem: `the group ${group} is listed twice` };
    const problem = filePattern === undefined ? undefined : patternProblem(filePattern);
    if (problem !== undefined) return { problem: `the file pattern of the group ${group} ${problem}` };
    groups.push({ group, filePattern, description: description || undefined });
  }
  return restrict({ groups, dropped }, entry.fileRestrictions?.allowPatterns);
}

function readEntry(entry: GroupEntry): { name: string; filePattern?: string; description?: string } {
  if (typeof entry === "string") return { name: entry };
  if (!Array.isArray(entry)) return { ...entry, name: entry.group };
  const [name, { fileRegex: filePattern, description }] = entry;
  return { name, filePattern, description: description || undefined };
}

function toGroup(name: string, { isAlone }: { readonly isAlone: boolean }): ToolGroup | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return toolGroups.find((group) => group === name && (isAlone || !retired.has(name)));
}

/** The format with one list of patterns for the whole mode: any match allows an edit. */
function restrict(found: ModeGroups, patterns: readonly string[] | undefined): ModeGroups | { problem: string } {
  if (!patterns || patterns.length === 0 || patterns.includes(".*")) return found;
  const joined = patterns.length === 1 ? patterns.join() : patterns.map((one) => `(?:${one})`).join("|");
  for (const candidate of [...patterns, joined]) {
    const problem = patternProblem(candidate);
    if (problem !== undefined) return { problem: `a pattern of fileRestrictions ${problem}` };
  }
  const edit = found.groups.find(({ group }) => group === "edit");
  if (edit?.filePattern !== undefined)
    return { problem: "it restricts files both in its group edit and in fileRestrictions" };
  return {
    ...found,
    groups: found.groups.map((group) => (group === edit ? { ...group, filePattern: joined } : group)),
  };
}
