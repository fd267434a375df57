import { type RooToolName, rooToolNames } from "../names.ts";

const known: ReadonlySet<string> = new Set(rooToolNames);

/** A tool by a name that Roo Code's clients accept; they drop whatever event names another. */
export function rooToolName(name: string): RooToolName {
  if (isRooTool(name)) return name;
  if (/^mcp(--|__|_tool)/.test(name)) return "use_mcp_tool";
  return name === "insert_content" ? "edit" : "custom_tool";
}

function isRooTool(name: string): name is RooToolName {
  return known.has(name);
}
