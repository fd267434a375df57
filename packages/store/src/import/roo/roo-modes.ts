import { type Mode, type ModeGroup, modeSchema, toolGroupSchema } from "@roo-code/types";
import { patternProblem } from "../../configuration/file-pattern/pattern-problem.ts";
import type { Findings } from "../findings.ts";
import type { ImportScope } from "../import-source.ts";
import { isRecord, listOf, type Plain, recordOf, textOf } from "../plain-value.ts";

interface ModesSource {
  readonly scope: ImportScope;
  readonly source: string;
}

/** Imports the modes of a `custom_modes.yaml`, `.roomodes`, `.kilocodemodes` or a settings file. */
export function importRooModes(findings: Findings, customModes: unknown, origin: ModesSource): void {
  for (const entry of listOf(customModes)) {
    const value = recordOf(entry);
    const mode = toMode(value, (text) => findings.note(text));
    if (!mode) {
      findings.note(
        `Mode ${textOf(value.slug) ?? "without a slug"} of ${findings.show(origin.source)} is not a valid mode.`,
      );
      continue;
    }
    findings.addMode(mode, origin.scope);
    importRules(findings, mode.slug, { value, origin });
  }
}

function toMode(value: Plain, note: (text: string) => void): Mode | undefined {
  const names = listOf(value.groups).map((entry) => (Array.isArray(entry) ? entry[0] : entry));
  // With two entries for one group it is unclear which one counts.
  if (new Set(names).size < names.length) return undefined;
  const parsed = modeSchema.safeParse({
    ...value,
    groups: groupsOf(value, note),
    name: textOf(value.name) ?? value.slug,
  });
  return parsed.success && parsed.data.roleDefinition !== "" ? parsed.data : undefined;
}

function groupsOf(value: Plain, note: (text: string) => void): ModeGroup[] {
  return listOf(value.groups).flatMap((entry) => {
    const [name, options] = Array.isArray(entry) ? entry : [entry, undefined];
    const group = toolGroupSchema.safeParse(name);
    // Roo Code removed its browser tools, but its modes still name the group.
    if (name === "browser") return [];
    if (!group.success) {
      note(`Mode ${textOf(value.slug)}: the group ${String(name)} does not exist here.`);
      return [];
    }
    const { fileRegex, description } = recordOf(options);
    const filePattern = textOf(fileRegex);
    if (filePattern !== undefined && patternProblem(filePattern) !== undefined) {
      // Without its restriction the mode would have more rights than intended.
      note(`Mode ${textOf(value.slug)}: its group ${group.data} was skipped, because its fileRegex cannot be used.`);
      return [];
    }
    return [
      {
        group: group.data,
        filePattern,
        description: (typeof description === "string" && description) || undefined,
      },
    ];
  });
}

/** An exported mode includes its rules. */
function importRules(findings: Findings, slug: string, mode: { value: Plain; origin: ModesSource }): void {
  for (const file of listOf(mode.value.rulesFiles).filter(isRecord)) {
    const path = textOf(file.relativePath)?.replace(new RegExp(`^rules-${slug}/`), "");
    const { content } = file;
    if (path !== undefined && typeof content === "string")
      findings.addFile({ path: `rules-${slug}/${path}`, content, ...mode.origin });
  }
}

/** A mode in Roo Code's format. */
export function fromMode(mode: Mode): Plain {
  const groups = mode.groups.map(({ group, filePattern, description }) =>
    filePattern === undefined && description === undefined ? group : [group, { fileRegex: filePattern, description }],
  );
  return { ...mode, groups };
}
