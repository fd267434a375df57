import { type Capabilities, type Mode, type Tool, ToolFailure, type ToolGroup } from "@roo-code/types";
import { patternsOf } from "../capabilities/explain-limits.ts";
import { mayWrite } from "../capabilities/may-write.ts";

/** A mode, and the capabilities of a task in it. */
interface ModeRights {
  readonly mode: Mode;
  readonly own: Capabilities;
}

/** Every mode has the tools of the `modes` group: they only control the task itself. */
export function isOffered(own: Capabilities, offered: ToolGroup): boolean {
  return offered === "modes" || own.groups.includes(offered);
}

/** Throws `ToolFailure` if the mode or the task does not have the tool. */
export function requireOffered({ mode, own }: ModeRights, tool: Tool): void {
  if (isOffered(own, tool.group)) return;
  const isOfMode = mode.groups.some(({ group }) => group === tool.group);
  const reason = isOfMode
    ? `${tool.name} is not available to this task in any mode. Finish with what you can do, and say in your result what is left.`
    : `${tool.name} is not available in ${mode.name} mode. Use switch_mode if the work needs it, or finish with what you can do here.`;
  throw new ToolFailure("tool_not_allowed", `ToolNotAllowedError: ${reason}`);
}

/** Throws `ToolFailure` if one of the paths, workspace-relative and with links resolved, may not be edited. */
export function requireEditable({ mode, own }: ModeRights, paths: readonly string[]): void {
  const refused = paths.find((path) => !mayWrite(own.write, path));
  if (refused === undefined) return;
  const where = own.write === "none" ? "may not edit files" : `may only edit ${allowed({ mode, own })}`;
  const name = refused.length > maxShownLength ? `${refused.slice(0, maxShownLength)}…` : refused;
  throw new ToolFailure(
    "file_restricted",
    `FileRestrictionError: ${mode.name} mode ${where}; ${name} was not changed. Use another file, or delegate this.`,
  );
}

const maxShownLength = 200;

/** With the mode's own description, if that is the whole restriction. */
function allowed({ mode, own }: ModeRights): string {
  const rule = mode.groups.find(({ group }) => group === "edit");
  const patterns = patternsOf(own.write);
  return rule?.description && rule.filePattern === patterns ? `${rule.description} (${patterns})` : patterns;
}

const changing: ReadonlySet<ToolGroup> = new Set(["edit", "command", "advanced"]);

/** Whether a task in this mode may change files, itself or through subtasks: one without groups only delegates. */
export function mayChangeFiles({ groups }: Mode): boolean {
  return groups.length === 0 || groups.some(({ group }) => changing.has(group));
}
