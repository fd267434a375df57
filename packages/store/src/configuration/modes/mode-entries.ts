import { isRecord } from "../../is-record.ts";
import { type ParseOutcome, parseJson, parseYaml } from "../text/parse-text.ts";

/** A mode in a file, before validation. */
export interface RawModeEntry {
  readonly value: Readonly<Record<string, unknown>>;
  /** Its name in messages. */
  readonly title: string;
  /** Whether it is a file of its own in our format, not an entry of Roo Code's list. */
  readonly isAlone: boolean;
}

/** Other spellings of the keys. */
const aliasKeys: Readonly<Record<string, string>> = {
  role_definition: "roleDefinition",
  custom_instructions: "customInstructions",
  when_to_use: "whenToUse",
  system_prompt_file: "promptFile",
  prompt_file: "promptFile",
  file_restrictions: "fileRestrictions",
  allow_patterns: "allowPatterns",
};

/** The modes of a file in either format: `{ customModes: […] }`, or a single mode with the file name as slug. */
export function modeEntries(root: unknown, fileSlug: string | undefined): RawModeEntry[] | { problem: string } {
  // Only comments, as in a template that was not filled in.
  if (root === undefined || root === null) return [];
  if (!isRecord(root)) return { problem: "it should contain customModes, or the keys of one mode." };
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

/** One spelling for every key; a null value counts as absent. */
function normalize(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(entry).filter(([key, value]) => value !== null && key !== "__proto__");
  return Object.fromEntries(
    present.map(([key, value]) => [
      aliasKeys[key] ?? key,
      key === "file_restrictions" && isRecord(value) ? normalize(value) : value,
    ]),
  );
}

/** Parses the text as written; if that fails, without the characters that chat programs and word processors insert. */
export async function parseModesText(text: string): Promise<ParseOutcome> {
  const asWritten = await parseEither(text);
  if (!("problem" in asWritten)) return asWritten;
  const cleaned = await parseEither(cleanText(text));
  return "problem" in cleaned ? asWritten : cleaned;
}

/** YAML, else JSON with comments. */
export async function parseEither(text: string): Promise<ParseOutcome> {
  const yaml = await parseYaml(text);
  if (!("problem" in yaml)) return yaml;
  const json = await parseJson(text);
  return "problem" in json ? yaml : json;
}

/** Characters that chat programs and web pages put into copied configuration, and their replacements; as in Roo Code. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\u200B-\u200D\u2060\uFEFF]/g, ""],
  [/\u00A0/g, " "],
  [/[\u2018\u2019\u201A\u201B]/g, "'"],
  [/[\u201C-\u201F]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
];

export function cleanText(text: string): string {
  return replacements.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);
}
