import { defineTool, type Tool, type ToolDefinition } from "@roo-code/types";
import type * as z from "zod";
import { callMcpTool, fullMcpSubject, mcpSubject } from "./call-mcp-tool.ts";

export interface McpToolParts {
  readonly server: string;
  readonly tool: string;
  readonly definition: ToolDefinition;
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
}

/** An MCP tool as a separate tool for the model. The server's claims about its effects are not trusted. */
export function createMcpTool({ server, tool, definition, input }: McpToolParts): Tool {
  return defineTool({
    name: definition.name,
    kind: "action",
    group: "mcp",
    approval: "mcp",
    description: definition.description,
    input,
    subject: (args) => mcpSubject({ server, tool, arguments: args }),
    fullSubject: (args, context) => fullMcpSubject({ server, tool, arguments: args }, context),
    run: (args, context) => callMcpTool({ server, tool, arguments: args }, context),
  });
}
