import type { Mode, ModeGroup } from "@roo-code/types";

type Group = ModeGroup["group"];

export const newMode: Mode = { slug: "", name: "", roleDefinition: "", groups: [{ group: "read" }] };

export const groupLabels: Record<Group, string> = {
  read: "Read files and search",
  edit: "Change files",
  command: "Run commands",
  browser: "Use the browser",
  mcp: "Use MCP servers",
  modes: "Switch modes, start subtasks",
  advanced: "Images, skills, code search",
};

export function withGroup(mode: Mode, group: Group, isOn: boolean): Mode {
  const others = mode.groups.filter((each) => each.group !== group);
  return { ...mode, groups: isOn ? [...others, { group }] : others };
}

/** Limits edits to files that match a regular expression; empty for no limit. */
export function withFilePattern(mode: Mode, pattern: string): Mode {
  const groups = mode.groups.map((each) => {
    if (each.group !== "edit") return each;
    const { filePattern: _, ...rest } = each;
    return pattern === "" ? rest : { ...rest, filePattern: pattern };
  });
  return { ...mode, groups };
}

/** `Code Reviewer` → `code-reviewer`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The mode without empty fields. */
export function withoutEmptyFields({
  slug,
  name,
  roleDefinition,
  customInstructions,
  whenToUse,
  description,
  groups,
}: Mode): Mode {
  return {
    slug,
    name: name.trim(),
    roleDefinition,
    customInstructions: customInstructions || undefined,
    whenToUse: whenToUse || undefined,
    description: description || undefined,
    groups,
  };
}
