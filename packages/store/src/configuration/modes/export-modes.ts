import { type Mode, modeSchema, RooError } from "@roo-code/types";
import { dump } from "js-yaml";
import type { ConfigurationPlaces } from "../files/configuration-roots.ts";
import { readFirstText } from "../files/read-first-text.ts";
import type { ModeWithOrigin } from "../load-modes.ts";
import { type ExchangedMode, otherKeys, toRooEntry } from "./exchanged-mode.ts";
import { modeEntries } from "./mode-entries.ts";
import { modeRulesFiles } from "./mode-rules-files.ts";
import { parseModesText } from "./parse-modes-text.ts";

const maxFileBytes = 1_000_000;
/** Modes with their rules as a `.roomodes` of Roo Code. Throws `RooError` for a slug that no mode has. */
export async function exportModes(
  options: ConfigurationPlaces & { readonly modes: readonly ModeWithOrigin[]; readonly slugs: readonly string[] },
): Promise<string> {
  const entries = [];
  for (const slug of new Set(options.slugs)) {
    const found = options.modes.find((mode) => mode.slug === slug);
    if (!found) throw unknownMode(slug, options.modes);
    entries.push(toRooEntry(await exchanged(options, found)));
  }
  return dump({ customModes: entries }, { lineWidth: -1, noRefs: true });
}

/** A mode with the rules beside it and whatever else its file says about it. */
export async function exchanged(places: ConfigurationPlaces, found: ModeWithOrigin): Promise<ExchangedMode> {
  const mode: Mode = modeSchema.parse(found);
  const rulesFiles = modeRulesFiles(places, found);
  return { mode, others: await othersOf(found), rulesFiles: rulesFiles.length > 0 ? rulesFiles : undefined };
}

async function othersOf({ slug, source }: ModeWithOrigin): Promise<Record<string, unknown>> {
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
