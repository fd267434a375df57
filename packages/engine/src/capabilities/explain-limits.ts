import type { Capabilities, ToolGroup, WriteCapability } from "@roo-code/types";

const deeds: Readonly<Record<ToolGroup, string>> = {
  read: "read files",
  edit: "edit files",
  command: "run commands",
  browser: "use a browser",
  mcp: "use MCP tools",
  modes: "",
  advanced: "use advanced tools",
};

/** A sentence or two about what a mode would allow and the task may not do; empty when that is nothing. */
export function explainLimits(
  mode: Capabilities,
  own: Capabilities,
  { losesCommands }: { readonly losesCommands: boolean },
): string {
  const missing = mode.groups.filter((group) => !own.groups.includes(group)).map((group) => deeds[group]);
  const narrowed = own.groups.includes("edit") && isNarrower(own.write, mode.write);
  const denied = [...missing.filter(Boolean), ...(narrowed ? [`edit files other than ${patternsOf(own.write)}`] : [])];
  const ceiling =
    denied.length === 0
      ? ""
      : `This task works for one that may not ${denied.join(", ")}; so neither may you, whatever the mode is. Say in your result what should be done instead.`;
  const unconfined = losesCommands
    ? "You have no commands: nothing here could keep them from writing files that this mode may not change."
    : "";
  return [ceiling, unconfined].filter(Boolean).join(" ");
}

/** The files that may be written, for a model. */
export function patternsOf(write: WriteCapability): string {
  if (write === "none") return "none";
  if (write === "all") return "all";
  return write.patterns.map((list) => list.join(" or ")).join(" and at once ");
}

function isNarrower(own: WriteCapability, mode: WriteCapability): boolean {
  return JSON.stringify(own) !== JSON.stringify(mode);
}
