import type { Mode } from "@roo-code/types";
import { cleanText } from "../configuration/modes/mode-entries.ts";
import { modeEntrySchema, modeGroups } from "../configuration/modes/mode-file-schema.ts";

/** Leaves room for a suffix. */
const maxSlugLength = 80;

/** The mode as it will be loaded from its file; undefined if it would be rejected. */
export function toUsableMode(mode: Mode): Mode | undefined {
  const { slug, name, roleDefinition, customInstructions, whenToUse, description, groups } = mode;
  const cleaned = {
    slug,
    name: clean(name) ?? slug,
    roleDefinition: clean(roleDefinition) ?? "",
    customInstructions: clean(customInstructions),
    whenToUse: clean(whenToUse),
    description: clean(description),
    groups,
  };
  const entry = modeEntrySchema.safeParse(cleaned);
  const isUsable = entry.success && cleaned.roleDefinition !== "" && slug.length <= maxSlugLength;
  return isUsable && !("problem" in modeGroups(entry.data)) ? cleaned : undefined;
}

function clean(text: string | undefined): string | undefined {
  return cleanText(text ?? "").trim() || undefined;
}

/** The built-in modes. */
export const builtinModes: ReadonlySet<string> = new Set(["code", "architect", "ask", "debug", "orchestrator"]);
