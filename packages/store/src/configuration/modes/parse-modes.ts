import { schemaProblem } from "../text/parse-text.ts";
import { cleanText, modeEntries, parseEither, type RawModeEntry } from "./mode-entries.ts";
import { knownModeKeys, modeEntrySchema, modeGroups } from "./mode-file-schema.ts";
import type { ModesFile, ParsedMode } from "./read-modes.ts";

const maxFileBytes = 1_000_000;
const maxModes = 200;

/** The valid modes of one file. Problems of the file or of a mode become notices and do not affect other modes. */
export async function parseModes(source: ModesFile): Promise<ParsedMode[]> {
  const { root, file, fileSlug } = source;
  const text = root.readWhole(file, maxFileBytes);
  if (text === undefined) return [];
  const parsed = await parseEither(cleanText(text));
  const entries = "problem" in parsed ? parsed : modeEntries(parsed.value, fileSlug);
  if ("problem" in entries) {
    root.report("broken_file", file.path, entries.problem);
    return [];
  }
  if (entries.length > maxModes) {
    root.report("invalid_value", file.path, `only the first ${maxModes} of its ${entries.length} modes are used.`);
  }
  return entries.slice(0, maxModes).flatMap((entry) => parseMode(source, entry) ?? []);
}

function parseMode({ root, file }: ModesFile, { value, title, isAlone }: RawModeEntry): ParsedMode | undefined {
  const refuse = (problem: string) => root.report("invalid_value", file.path, `${title} is not used: ${problem}.`);
  const parsed = modeEntrySchema.safeParse(value);
  if (!parsed.success) return refuse(schemaProblem(parsed.error));
  const { slug, name, roleDefinition, promptFile, customInstructions, whenToUse, description } = parsed.data;
  if (!roleDefinition && !promptFile) return refuse("it has neither a roleDefinition nor a promptFile");
  const found = modeGroups(parsed.data, { isAlone });
  if ("problem" in found) return refuse(found.problem);
  const unknown = Object.keys(value).filter((key) => !knownModeKeys.has(key));
  if (unknown.length > 0) root.report("unknown_key", file.path, `${title} has unknown keys: ${list(unknown)}.`);
  for (const group of found.dropped) {
    root.report("invalid_value", file.path, `${title} names the group ${group}, which does not exist; it is ignored.`);
  }
  return {
    slug,
    name,
    ...(roleDefinition ? { roleDefinition } : { promptFile }),
    customInstructions: customInstructions || undefined,
    whenToUse: whenToUse || undefined,
    description: description || undefined,
    groups: [...found.groups],
  };
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => name.slice(0, 50));
  return names.length > shown.length ? `${shown.join(", ")} and ${names.length - shown.length} more` : shown.join(", ");
}
