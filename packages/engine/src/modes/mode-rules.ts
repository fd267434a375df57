import { type Mode, type Tool, ToolFailure, type ToolGroup } from "@roo-code/types";

/** Tools of the `modes` group speak to the task itself; every mode has them. */
export function isOffered(mode: Mode, offered: ToolGroup): boolean {
  return offered === "modes" || mode.groups.some(({ group }) => group === offered);
}

/** Throws what the model is told when its mode does not have the tool. */
export function requireOffered(mode: Mode, tool: Tool): void {
  if (isOffered(mode, tool.group)) return;
  throw new ToolFailure("tool_not_allowed", `ToolNotAllowedError: ${tool.name} is not available in ${mode.name} mode.`);
}

/** Throws what the model is told when its mode may not edit one of the paths. */
export function requireEditable(mode: Mode, paths: readonly string[]): void {
  const rule = mode.groups.find(({ group }) => group === "edit");
  const pattern = rule?.filePattern;
  if (pattern === undefined) return;
  const refused = paths.find((path) => !new RegExp(pattern).test(path));
  if (refused === undefined) return;
  const allowed = rule?.description ? `${rule.description} (${pattern})` : pattern;
  throw new ToolFailure(
    "file_restricted",
    `FileRestrictionError: ${mode.name} mode may only edit ${allowed}; ${refused} was not changed.`,
  );
}
