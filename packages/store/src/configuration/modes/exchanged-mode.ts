import { type Mode, RooError } from "@roo-code/types";
import { fromMode } from "../../import/roo/roo-modes.ts";
import { safePath } from "../../import/safe-path.ts";
import { isRecord } from "../../is-record.ts";
import { schemaProblem } from "../text/parse-text.ts";
import { modeEntries, parseModesText, type RawModeEntry } from "./mode-entries.ts";
import { modeEntrySchema, modeGroups } from "./mode-file-schema.ts";

/** A rules file of a mode, as Roo Code exports it with the mode. */
export interface ModeRulesFile {
  /** Below the folder `rules-<slug>`, with `/`. */
  readonly relativePath: string;
  readonly content: string;
}

/** A mode with its rules, for export and import. */
export interface ExchangedMode {
  readonly mode: Mode;
  /** Keys of other tools. */
  readonly others: Readonly<Record<string, unknown>>;
  /** undefined if the source does not mention rules. */
  readonly rulesFiles: readonly ModeRulesFile[] | undefined;
}

/** Keys that are known, or that an export writes itself. */
const ownKeys: ReadonlySet<string> = new Set([
  ...Object.keys(modeEntrySchema.shape),
  "source",
  "origin",
  "rulesFiles",
  "$schema",
]);

export function otherKeys(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !ownKeys.has(key)));
}

/** In Roo Code's format, with a fixed key order. */
export function toRooEntry({ mode, others, rulesFiles }: ExchangedMode): Record<string, unknown> {
  const { slug, name, roleDefinition, whenToUse, description, customInstructions, groups } = fromMode(mode);
  const entry = {
    slug,
    name,
    roleDefinition,
    whenToUse,
    description,
    customInstructions,
    groups,
    ...others,
    rulesFiles,
  };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

/** The modes of an exported file, or of any modes file. Throws `RooError` if any mode is invalid. */
export async function readExchange(text: string): Promise<ExchangedMode[]> {
  const parsed = await parseModesText(text);
  if ("problem" in parsed) throw refused(parsed.problem);
  const slug = isRecord(parsed.value) && typeof parsed.value.slug === "string" ? parsed.value.slug : undefined;
  const entries = modeEntries(parsed.value, slug);
  if ("problem" in entries) throw refused(entries.problem);
  if (entries.length === 0) throw refused("it contains no mode.");
  const modes = entries.map(readEntry);
  const duplicate = modes.find(
    ({ mode }, index) => modes.findIndex((other) => other.mode.slug === mode.slug) !== index,
  );
  if (duplicate) throw refused(`it has two modes ${duplicate.mode.slug}.`);
  return modes;
}

function readEntry({ value, title }: RawModeEntry): ExchangedMode {
  const parsed = modeEntrySchema.safeParse(value);
  if (!parsed.success) throw refused(`${title}: ${schemaProblem(parsed.error)}.`);
  const { slug, name, roleDefinition, customInstructions, whenToUse, description } = parsed.data;
  if (!roleDefinition) throw refused(`${title} has no roleDefinition.`);
  const found = modeGroups(parsed.data, { isAlone: true });
  if ("problem" in found) throw refused(`${title}: ${found.problem}.`);
  const [unknown] = found.dropped;
  if (unknown !== undefined) throw refused(`${title} names the group ${unknown}, which does not exist.`);
  return {
    mode: {
      slug,
      name,
      roleDefinition,
      whenToUse: whenToUse || undefined,
      description: description || undefined,
      customInstructions: customInstructions || undefined,
      groups: [...found.groups],
    },
    others: otherKeys(value),
    rulesFiles: value.rulesFiles === undefined ? undefined : parseRulesFiles(value.rulesFiles, { slug, title }),
  };
}

function parseRulesFiles(value: unknown, { slug, title }: { slug: string; title: string }): ModeRulesFile[] {
  if (!Array.isArray(value)) throw refused(`${title}: rulesFiles is not a list.`);
  return value.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.relativePath !== "string" || typeof entry.content !== "string")
      throw refused(`${title}: each of its rulesFiles needs a relativePath and a content.`);
    // Older exports name the folder as well.
    const relativePath = safePath(entry.relativePath.replace(new RegExp(`^rules-${slug}/`), ""));
    if (relativePath !== undefined) return { relativePath, content: entry.content };
    const shown = JSON.stringify(entry.relativePath.slice(0, 100));
    throw refused(`${title}: the rules file ${shown} would be outside of the mode's folder.`);
  });
}

function refused(problem: string): RooError {
  return new RooError({
    code: "invalid_modes",
    message: `The modes were not imported: ${problem}`,
    next: "Fix the file, or remove the mode from it. Nothing was written.",
  });
}
