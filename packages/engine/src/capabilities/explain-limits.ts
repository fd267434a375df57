import type { Capabilities, ToolGroup, WriteCapability } from "@roo-code/types";

const groupActions: Readonly<Record<ToolGroup, string>> = {
  read: "read files",
  edit: "edit files",
  command: "run commands",
  browser: "use a browser",
  mcp: "use MCP tools",
  modes: "",
  advanced: "use advanced tools",
};

/** What the mode would allow but the task may not do, for the model; empty if nothing. */
export function explainLimits(
  mode: Capabilities,
  own: Capabilities,
  { losesCommands }: { readonly losesCommands: boolean },
): string {
  const missing = mode.groups.filter((group) => !own.groups.includes(group)).map((group) => groupActions[group]);
  const narrowed = own.groups.includes("edit") && isNarrower(own.write, mode.write);
  const denied = [...missing.filter(Boolean), ...(narrowed ? [`edit files other than ${patternsOf(own.write)}`] : [])];
  const ceiling =
    denied.length === 0
      ? ""
      : `This is a subtask of one that may not ${denied.join(", ")}, so you may not either, in any mode. Say in your result what should be done instead.`;
  const unconfined = losesCommands
    ? "You cannot run commands: this machine cannot keep them from writing files that this mode may not change."
    : "";
  return [ceiling, unconfined].filter(Boolean).join(" ");
}

/** The files that may be written, for the model. */
export function patternsOf(write: WriteCapability): string {
  if (write === "none") return "none";
  if (write === "all") return "all";
  return write.patterns.map((list) => list.join(" or ")).join(" and also ");
}

function isNarrower(own: WriteCapability, mode: WriteCapability): boolean {
  return JSON.stringify(own) !== JSON.stringify(mode);
}
