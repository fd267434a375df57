import { type Tool, type ToolCallPart, ToolFailure } from "@roo-code/types";
import { defineForModel } from "./tool-definition.ts";

export interface ParsedInput {
  readonly input: unknown;
  /** Said to the model along with the result. */
  readonly notes: readonly string[];
}

/** The one place where what a model sent becomes typed input. Throws `ToolFailure` with what to mend. */
export function parseToolInput(tool: Tool, call: ToolCallPart): ParsedInput {
  if (call.malformed !== undefined) {
    throw new ToolFailure(
      "malformed_input",
      `The arguments of ${call.name} were not valid JSON and nothing was done. They began: ${JSON.stringify(call.malformed.slice(0, 200))}. Send the call again with complete JSON; if they were cut off, send less at once.`,
    );
  }
  if (typeof call.input !== "object" || call.input === null || Array.isArray(call.input)) {
    throw new ToolFailure("invalid_input", `The arguments of ${tool.name} must be a JSON object.`);
  }
  const given = withoutNulls(call.input);
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues
      .slice(0, 8)
      .map((issue) => `- ${issue.path.join(".") || "input"}: ${issue.message}`);
    throw new ToolFailure(
      "invalid_input",
      `The arguments of ${tool.name} are wrong, nothing was done:\n${problems.join("\n")}`,
    );
  }
  return { input: parsed.data, notes: ignoredKeys(tool, given) };
}

/** Models that must send every key send null for what they leave out. */
function withoutNulls(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function ignoredKeys(tool: Tool, given: Record<string, unknown>): string[] {
  const { properties } = defineForModel(tool).inputSchema;
  if (typeof properties !== "object" || properties === null) return [];
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(properties, key));
  return unknown.length === 0 ? [] : [`Ignored unknown parameters: ${unknown.slice(0, 10).join(", ").slice(0, 200)}.`];
}
