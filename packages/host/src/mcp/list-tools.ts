import { ConnectFailure } from "@roo-code/mcp";
import { RooError } from "@roo-code/types";
import type { HubHandle } from "./mcp-hubs.ts";

export interface ListedTool {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Connects to all servers, or to one, and lists their tools. Throws `RooError` `unknown_server`, `mcp_failed`. */
export async function listTools({ hub }: HubHandle, only: string | undefined, signal: AbortSignal) {
  const servers = hub.servers.filter(({ name }) => only === undefined || name === only);
  if (only !== undefined && servers.length === 0)
    throw new RooError({ code: "unknown_server", message: `There is no MCP server "${only}".` });
  const lists = await Promise.all(
    servers.map(async (server): Promise<ListedTool[]> => {
      await server.instance(undefined).peek(ignore, signal).catch(explain(server.name));
      const tools = server.catalog?.tools ?? [];
      return tools.map(({ name, description, inputSchema }) => ({
        server: server.name,
        name,
        description,
        inputSchema,
      }));
    }),
  );
  return lists.flat();
}

function explain(server: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ConnectFailure)) throw error;
    throw new RooError({
      code: "mcp_failed",
      message: `The MCP server ${server} cannot be used. ${error.message}`,
      cause: error,
    });
  };
}

const ignore = () => {};
