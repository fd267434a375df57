import { type McpAnswer, type McpCalls, ToolFailure, type ToolOutput, type ToolPorts } from "@roo-code/types";

const longestAnswer = 100_000;

export function requireMcp({ mcp }: ToolPorts): McpCalls {
  if (mcp) return mcp;
  throw new ToolFailure("unknown_server", "No MCP server is connected.");
}

/** What a server answered, bounded. Throws `ToolFailure` `mcp_failed` with the server's words when it says that it failed. */
export function toOutput({ content, images, isError }: McpAnswer): ToolOutput {
  const shown =
    content.length <= longestAnswer
      ? content
      : `${content.slice(0, longestAnswer)}\n(Cut here: ${content.length - longestAnswer} characters more. Ask for less.)`;
  if (isError) throw new ToolFailure("mcp_failed", shown || "The server says that the call failed, and nothing else.");
  return { content: shown || "(The server answered with nothing.)", ...(images.length > 0 && { images }) };
}
