import { builtinToolNames, type PartFactory } from "@roo-code/host";
import { type ApprovalRule, RooError, type ToolEntry } from "@roo-code/types";
import type { Tool } from "../tool.ts";
import type { ToolPlace } from "./engine-tool.ts";
import { definitionOf } from "./tool-definition.ts";

/** The program's tools, for a task and its subtasks. Those without `needsApproval` are allowed by a rule. */
export function toolsPart(currentTools: () => readonly Tool[]): PartFactory {
  return async ({ taskId, folder }) => {
    const tools = currentTools();
    if (tools.length === 0) return undefined;
    const entries = await Promise.all(tools.map((tool) => toolEntry(tool, { cwd: folder, taskId })));
    return { name: "tools", tools: entries, rules: tools.flatMap(ruleOf) };
  };
}

/** Throws `RooError` `bad_tool` for the name of a built-in tool, `bad_schema`. */
export async function toolEntry(tool: Tool, place: ToolPlace): Promise<ToolEntry> {
  const { name, aliases, group = "modes" } = tool;
  if (builtinToolNames.has(name))
    throw new RooError({ code: "bad_tool", message: `There is a built-in tool ${name}.`, next: "Use another name." });
  return {
    name,
    aliases,
    offer: { group, definition: await definitionOf(tool) },
    load: async () => (await import("./engine-tool.ts")).engineTool(tool, place),
  };
}

function ruleOf({ name, needsApproval, readOnly }: Tool): ApprovalRule[] {
  return needsApproval || readOnly ? [] : [{ action: "allow", tool: name }];
}
