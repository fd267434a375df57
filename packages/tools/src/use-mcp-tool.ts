import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { isRecord, looseInput } from "./loose-input.ts";
import { requireMcp, toOutput } from "./mcp-answer.ts";
import description from "./use-mcp-tool.md";

const input = looseInput(
  {
    server_name: z.string(),
    tool_name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional().describe("As the tool's schema asks for"),
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

const longestDetail = 10_000;

export const useMcpTool = defineTool({
  name: "use_mcp_tool",
  kind: "action",
  group: "mcp",
  approval: "mcp",
  description,
  input,
  subject({ server_name, tool_name, arguments: given = {} }) {
    const detail = JSON.stringify(given, null, 2);
    const tool = `${server_name}/${tool_name}`;
    return { kind: "mcp", summary: `${tool_name} of ${server_name}`, detail: shorten(detail), tool };
  },
  async run({ server_name, tool_name, arguments: given = {} }, { ports, signal }) {
    const answer = await requireMcp(ports).callTool({
      server: server_name,
      tool: tool_name,
      arguments: given,
      signal,
    });
    return toOutput(answer);
  },
});

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

function shorten(detail: string): string {
  if (detail.length <= longestDetail) return detail;
  return `${detail.slice(0, longestDetail)}\n(${detail.length - longestDetail} characters more)`;
}
