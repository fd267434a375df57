import { type ModeGroup, type ToolGroup, toolGroups } from "@roo-code/types";
import { patternProblem } from "../file-pattern/pattern-problem.ts";
import type { GroupEntry, ModeEntry } from "./mode-file-schema.ts";

export interface ModeGroups {
  readonly groups: readonly ModeGroup[];
  /** Names that stand for nothing here, and were left out. */
  readonly dropped: readonly string[];
}

/** What other tools call our groups. */
const aliases: Readonly<Record<string, ToolGroup>> = { write: "edit", execute: "command", shell: "command" };
/** Roo Code took its browser tools out; modes in its lists still name them, and nobody there expects one to open. */
const retired: ReadonlySet<string> = new Set(["browser"]);

/** A `problem` refuses the whole mode: with a restriction left out it would be a wider one than was written. */
export function modeGroups(entry: ModeEntry, { isAlone } = { isAlone: false }): ModeGroups | { problem: string } {
  const groups: ModeGroup[] = [];
  const dropped: string[] = [];
  for (const { name, filePattern, description } of entry.groups.map(readEntry)) {
    const group = toGroup(name, { isAlone });
    if (!group) {
      dropped.push(name.slice(0, 100));
      continue;
    }
    if (groups.some((other) => other.group === group)) return { problem: `the group ${group} is given twice` };
    const problem = filePattern === undefined ? undefined : patternProblem(filePattern);
    if (problem !== undefined) return { problem: `the file pattern of the group ${group} ${problem}` };
    groups.push({ group, ...(filePattern !== undefined && { filePattern }), ...(description && { description }) });
  }
  return restrict({ groups, dropped }, entry.fileRestrictions?.allowPatterns);
}

function readEntry(entry: GroupEntry): { name: string; filePattern?: string; description?: string } {
  if (typeof entry === "string") return { name: entry };
  if (!Array.isArray(entry)) return { ...entry, name: entry.group };
  const [name, { fileRegex: filePattern, description }] = entry;
  return { name, ...(filePattern !== undefined && { filePattern }), ...(description && { description }) };
}

function toGroup(name: string, { isAlone }: { readonly isAlone: boolean }): ToolGroup | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return toolGroups.find((group) => group === name && (isAlone || !retired.has(name)));
}

/** The form with one list of patterns for the whole mode: any of them allows. It speaks of edits, as the other form does. */
function restrict(found: ModeGroups, patterns: readonly string[] | undefined): ModeGroups | { problem: string } {
  if (!patterns || patterns.length === 0 || patterns.includes(".*")) return found;
  const joined = patterns.length === 1 ? patterns.join() : patterns.map((pattern) => `(?:${pattern})`).join("|");
  for (const pattern of [...patterns, joined]) {
    const problem = patternProblem(pattern);
    if (problem !== undefined) return { problem: `a pattern of fileRestrictions ${problem}` };
  }
  const edit = found.groups.find(({ group }) => group === "edit");
  if (edit?.filePattern !== undefined)
    return { problem: "it restricts files both in its group edit and in fileRestrictions" };
  return {
    ...found,
    groups: found.groups.map((group) => (group === edit ? { ...group, filePattern: joined } : group)),
  };
}
