import { isRecord } from "../../is-record.ts";

/** A mode as it stands in a file, before anything about it is known. */
export interface RawModeEntry {
  readonly value: Readonly<Record<string, unknown>>;
  /** What it is called in messages. */
  readonly title: string;
  /** A file of its own, in our form, and not one of Roo Code's list. */
  readonly isAlone: boolean;
}

/** The same keys as they are written elsewhere. */
const otherSpellings: Readonly<Record<string, string>> = {
  role_definition: "roleDefinition",
  custom_instructions: "customInstructions",
  when_to_use: "whenToUse",
  system_prompt_file: "promptFile",
  prompt_file: "promptFile",
  file_restrictions: "fileRestrictions",
  allow_patterns: "allowPatterns",
};

/** The modes of a file in either form: `{ customModes: […] }`, or one mode for which the file's name stands as slug. */
export function modeEntries(root: unknown, fileSlug: string | undefined): RawModeEntry[] | { problem: string } {
  // Nothing but comments, as in an example that nobody has filled in.
  if (root === undefined || root === null) return [];
  if (!isRecord(root)) return { problem: "it should hold customModes, or the keys of one mode." };
  if ("customModes" in root) return listed(root.customModes);
  if (fileSlug === undefined) return { problem: "it has no customModes." };
  return [{ value: normalize({ slug: fileSlug, ...root }), title: "the mode", isAlone: true }];
}

function listed(value: unknown): RawModeEntry[] | { problem: string } {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return { problem: "customModes is not a list." };
  return value.map((entry: unknown, index) => ({
    value: isRecord(entry) ? normalize(entry) : {},
    title: isRecord(entry) && typeof entry.slug === "string" ? `mode ${entry.slug.slice(0, 100)}` : `mode ${index + 1}`,
    isAlone: false,
  }));
}

/** One spelling for every key; a key without a value is as good as absent. */
function normalize(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(entry).filter(([key, value]) => value !== null && key !== "__proto__");
  return Object.fromEntries(
    given.map(([key, value]) => [
      otherSpellings[key] ?? key,
      key === "file_restrictions" && isRecord(value) ? normalize(value) : value,
    ]),
  );
}
