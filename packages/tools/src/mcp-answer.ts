import { type McpAnswer, type McpCalls, ToolFailure, type ToolOutput, type ToolPorts } from "@roo-code/types";

const maxAnswerLength = 100_000;

export function requireMcp({ mcp }: ToolPorts): McpCalls {
  if (mcp) return mcp;
  throw new ToolFailure("unknown_server", "No MCP server is connected.");
}

/** A server's result, bounded. Throws `ToolFailure` `mcp_failed` with the server's text when the call failed. */
export function toOutput({ content, images, isError }: McpAnswer): ToolOutput {
  const shown =
    content.length <= maxAnswerLength
      ? content
      : `${content.slice(0, maxAnswerLength)}\n(Cut here: ${content.length - maxAnswerLength} characters more. Ask for less.)`;
  if (isError) throw new ToolFailure("mcp_failed", shown || "The server reported a failure without a message.");
  return { content: shown || "(The server answered with nothing.)", images: images.length > 0 ? images : undefined };
}
