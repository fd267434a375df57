import { parseMcpServer } from "@roo-code/store/mcp";
import { RooError } from "@roo-code/types";
import type { ProgramServer } from "./server-files.ts";

/** The servers of a program, by name, with the same keys as in `mcp.json`. Throws `RooError` `bad_server`. */
export function programServers(servers: Readonly<Record<string, unknown>>): ProgramServer[] {
  return Object.entries(servers).map(([name, entry]) => {
    const parsed = name.trim() === "" ? { problem: "it has no name" } : parseMcpServer(entry);
    if ("server" in parsed) return { name, configuration: parsed.server };
    throw new RooError({
      code: "bad_server",
      message: `The MCP server "${name}" cannot be used: ${parsed.problem}.`,
      next: "A server has a command with args, or a url.",
    });
  });
}
