import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { callMcpTool, fullMcpSubject, type McpUse, mcpSubject } from "./call-mcp-tool.ts";
import { isRecord, looseInput } from "./loose-input.ts";
import description from "./use-mcp-tool.md";

const input = looseInput(
  {
    server_name: z.string(),
    tool_name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional().describe("According to the tool's schema"),
  },
  {
    names: {
      server: "server_name",
      serverName: "server_name",
      tool: "tool_name",
      toolName: "tool_name",
      name: "tool_name",
      args: "arguments",
      input: "arguments",
      params: "arguments",
    },
    adapt: adaptArguments,
  },
);

export const useMcpTool = defineTool({
  name: "use_mcp_tool",
  kind: "action",
  group: "mcp",
  approval: "mcp",
  description,
  input,
  subject: (given) => mcpSubject(useOf(given)),
  fullSubject: (given, context) => fullMcpSubject(useOf(given), context),
  run: (given, context) => callMcpTool(useOf(given), context),
});

function useOf({ server_name, tool_name, arguments: given = {} }: z.infer<typeof input>): McpUse {
  return { server: server_name, tool: tool_name, arguments: given };
}

/** Roo Code's older form: the arguments as JSON text. */
function adaptArguments(given: Record<string, unknown>): Record<string, unknown> {
  if (typeof given.arguments !== "string") return given;
  if (given.arguments.trim() === "") return { ...given, arguments: {} };
  try {
    const parsed: unknown = JSON.parse(given.arguments);
    return isRecord(parsed) ? { ...given, arguments: parsed } : given;
  } catch {
    return given;
  }
}
