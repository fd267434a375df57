import { RooError } from "@roo-code/types";
import { safePath } from "../../import/safe-path.ts";
import { isRecord } from "../../is-record.ts";
import { schemaProblem } from "../text/schema-problem.ts";
import { type ExchangedMode, type ModeRulesFile, otherKeys } from "./exchanged-mode.ts";
import { modeEntries, type RawModeEntry } from "./mode-entries.ts";
import { modeEntrySchema } from "./mode-file-schema.ts";
import { modeGroups } from "./mode-groups.ts";
import { parseModesText } from "./parse-modes-text.ts";

/** The modes of an exported file, or of any file with modes. Throws `RooError`: a file is taken whole or not at all. */
export async function readExchange(text: string): Promise<ExchangedMode[]> {
  const parsed = await parseModesText(text);
  if ("problem" in parsed) throw refused(parsed.problem);
  const slug = isRecord(parsed.value) && typeof parsed.value.slug === "string" ? parsed.value.slug : undefined;
  const entries = modeEntries(parsed.value, slug);
  if ("problem" in entries) throw refused(entries.problem);
  if (entries.length === 0) throw refused("it holds no mode.");
  const modes = entries.map(readEntry);
  const twice = modes.find(({ mode }, index) => modes.findIndex((other) => other.mode.slug === mode.slug) !== index);
  if (twice) throw refused(`it has two modes ${twice.mode.slug}.`);
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
      ...(whenToUse && { whenToUse }),
      ...(description && { description }),
      ...(customInstructions && { customInstructions }),
      groups: [...found.groups],
    },
    others: otherKeys(value),
    rulesFiles: value.rulesFiles === undefined ? undefined : rulesFiles(value.rulesFiles, { slug, title }),
  };
}

function rulesFiles(value: unknown, { slug, title }: { slug: string; title: string }): ModeRulesFile[] {
  if (!Array.isArray(value)) throw refused(`${title}: rulesFiles is not a list.`);
  return value.map((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.relativePath !== "string" || typeof entry.content !== "string")
      throw refused(`${title}: each of its rulesFiles needs a relativePath and a content.`);
    // Older exports name the folder as well.
    const relativePath = safePath(entry.relativePath.replace(new RegExp(`^rules-${slug}/`), ""));
    if (relativePath !== undefined) return { relativePath, content: entry.content };
    const shown = JSON.stringify(entry.relativePath.slice(0, 100));
    throw refused(`${title}: the rules file ${shown} would not lie in the mode's own folder.`);
  });
}

function refused(problem: string): RooError {
  return new RooError({
    code: "invalid_modes",
    message: `The modes were not taken over: ${problem}`,
    next: "Repair the file, or leave the mode out. Nothing was written.",
  });
}
