import type { Capabilities, Mode, ToolGroup, WriteCapability } from "@roo-code/types";

/** Groups whose tools reach other machines. */
const reachingOut: ReadonlySet<ToolGroup> = new Set(["command", "browser", "mcp"]);

/** What a mode allows by itself, before any ceiling. */
export function compileMode(mode: Mode): Capabilities {
  const groups = mode.groups.map(({ group }) => group);
  return {
    groups,
    write: writeOf(mode),
    exec: groups.includes("command"),
    network: groups.some((group) => reachingOut.has(group)) ? "all" : "none",
  };
}

function writeOf({ groups }: Mode): WriteCapability {
  const edit = groups.find(({ group }) => group === "edit");
  if (!edit) return "none";
  return edit.filePattern === undefined ? "all" : { patterns: [[edit.filePattern]] };
}
