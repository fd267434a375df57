import { compileMode, isOffered, requireEditable } from "@roo-code/engine";
import { builtinTools } from "@roo-code/tools";
import { type Mode, ToolFailure, type ToolGroup } from "@roo-code/types";

interface ToolUse {
  readonly tool: string;
  /** The file that it edits, relative to the workspace. */
  readonly path?: string | undefined;
}

/** Why a mode does not allow the use of a built-in tool; undefined if it does. Other tools are allowed. */
export function whyNotAllowed(mode: Mode, { tool, path }: ToolUse): string | undefined {
  const own = compileMode(mode);
  const group = groupOf(tool);
  if (group === undefined) return undefined;
  if (!isOffered(own, group)) return `ToolNotAllowedError: ${tool} is not available in ${mode.name} mode.`;
  if (group !== "edit" || path === undefined) return undefined;
  try {
    requireEditable({ mode, own }, [path]);
    return undefined;
  } catch (error) {
    if (error instanceof ToolFailure) return error.message;
    throw error;
  }
}

function groupOf(name: string): ToolGroup | undefined {
  return builtinTools.find((entry) => entry.name === name || entry.aliases?.includes(name))?.offer?.group;
}
