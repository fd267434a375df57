import { ToolFailure } from "@roo-code/types";
import type { ConnectFailure } from "../connection/connect-failure.ts";

/** What a model is told of a server that it cannot have. */
export function unreachable(server: string, error: ConnectFailure): ToolFailure {
  const message = `The MCP server ${server} cannot be used. ${error.message} Go on without it, or tell the user.`;
  return new ToolFailure(error.code === "not_trusted" ? "not_trusted" : "mcp_failed", message);
}
