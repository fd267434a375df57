import { type Mode, modeSchema, RooError } from "@roo-code/types";
import { dump } from "js-yaml";
import type { ConfigurationFolders } from "../files/configuration-roots.ts";
import { readFirstText } from "../files/confined-files.ts";
import type { ModeWithOrigin } from "../load-modes.ts";
import { type ExchangedMode, otherKeys, toRooEntry } from "./exchanged-mode.ts";
import { modeEntries, parseModesText } from "./mode-entries.ts";
import { modeRulesFiles } from "./mode-files.ts";

const maxFileBytes = 1_000_000;

/** Modes with their rules as a `.roomodes` of Roo Code. Throws `RooError` for an unknown slug. */
export async function exportModes(
  options: ConfigurationFolders & { readonly modes: readonly ModeWithOrigin[]; readonly slugs: readonly string[] },
): Promise<string> {
  const entries = [];
  for (const slug of new Set(options.slugs)) {
    const found = options.modes.find((mode) => mode.slug === slug);
    if (!found) throw unknownMode(slug, options.modes);
    entries.push(toRooEntry(await toExchangedMode(options, found)));
  }
  return dump({ customModes: entries }, { lineWidth: -1, noRefs: true });
}

/** A mode with its rules and all other keys of its file. */
export async function toExchangedMode(folders: ConfigurationFolders, found: ModeWithOrigin): Promise<ExchangedMode> {
  const mode: Mode = modeSchema.parse(found);
  const rulesFiles = modeRulesFiles(folders, found);
  return { mode, others: await otherKeysOf(found), rulesFiles: rulesFiles.length > 0 ? rulesFiles : undefined };
}

async function otherKeysOf({ slug, source }: ModeWithOrigin): Promise<Record<string, unknown>> {
  const text = source === undefined ? undefined : readFirstText(source, maxFileBytes)?.text;
  const parsed = text === undefined ? undefined : await parseModesText(text);
  if (!parsed || "problem" in parsed) return {};
  const entries = modeEntries(parsed.value, slug);
  const entry = "problem" in entries ? undefined : entries.find(({ value }) => value.slug === slug);
  return otherKeys(entry?.value ?? {});
}

function unknownMode(slug: string, modes: readonly Mode[]): RooError {
  return new RooError({
    code: "unknown_mode",
    message: `There is no mode "${slug.slice(0, 100)}".`,
    next: `The modes are: ${modes.map((mode) => mode.slug).join(", ")}.`,
  });
}
