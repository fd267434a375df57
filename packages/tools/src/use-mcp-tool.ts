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
  subject: (call) => mcpSubject(useOf(call)),
  fullSubject: (call, context) => fullMcpSubject(useOf(call), context),
  run: (call, context) => callMcpTool(useOf(call), context),
});

function useOf({ server_name, tool_name, arguments: args = {} }: z.infer<typeof input>): McpUse {
  return { server: server_name, tool: tool_name, arguments: args };
}

/** Roo Code's older form: the arguments as a JSON string. */
function adaptArguments(call: Record<string, unknown>): Record<string, unknown> {
  if (typeof call.arguments !== "string") return call;
  if (call.arguments.trim() === "") return { ...call, arguments: {} };
  try {
    const parsed: unknown = JSON.parse(call.arguments);
    return isRecord(parsed) ? { ...call, arguments: parsed } : call;
  } catch {
    return call;
  }
}
