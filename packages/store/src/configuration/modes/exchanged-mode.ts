import type { Mode } from "@roo-code/types";
import { fromMode } from "../../import/roo/roo-modes.ts";
import { modeEntrySchema } from "./mode-file-schema.ts";

/** A file with rules of a mode, as Roo Code sends it along with the mode. */
export interface ModeRulesFile {
  /** Below the folder `rules-<slug>`, with `/`. */
  readonly relativePath: string;
  readonly content: string;
}

/** A mode with all that belongs to it, on its way from one place to another. */
export interface ExchangedMode {
  readonly mode: Mode;
  /** Keys that only others know. */
  readonly others: Readonly<Record<string, unknown>>;
  /** undefined where nothing was said about rules. */
  readonly rulesFiles: readonly ModeRulesFile[] | undefined;
}

/** Those that say what we know, where a mode is, or what an export writes itself. */
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

/** In Roo Code's form, keys always in the same order. */
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
