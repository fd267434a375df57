import type { Tool, ToolDefinition } from "@roo-code/types";
import * as z from "zod";

const definitions = new WeakMap<Tool, ToolDefinition>();

/** A tool as the model sees it. Computed once per tool: identical bytes in every request keep the prompt cache valid. */
export function defineForModel(tool: Tool): ToolDefinition {
  const known = definitions.get(tool);
  if (known) return known;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" });
  const definition = { name: tool.name, description: tool.description.trim(), inputSchema };
  definitions.set(tool, definition);
  return definition;
}
