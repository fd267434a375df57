import { McpServer } from "@modelcontextprotocol/server";
import type { ClientSession } from "./client-session.ts";
import type { ModesServerPorts } from "./modes-server-ports.ts";
import { registerPrompts } from "./register-prompts.ts";
import { registerResources } from "./register-resources.ts";
import { registerTools } from "./register-tools.ts";
import instructions from "./server-instructions.md";

export interface BuiltServer {
  readonly server: McpServer;
  /** After modes or commands have changed. */
  readonly refresh: () => void;
}

/** A server for one client, not connected yet. */
export async function buildServer(ports: ModesServerPorts, session: ClientSession): Promise<BuiltServer> {
  const server = new McpServer(
    { name: "roo", title: "Roo Code", version: ports.version },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
      },
      instructions: instructions.trim(),
      maxToolInputElements: 1000,
      debouncedNotificationMethods: ["notifications/resources/list_changed", "notifications/prompts/list_changed"],
    },
  );
  registerTools(server, ports, session);
  registerResources(server, ports, session);
  const refreshPrompts = await registerPrompts(server, ports);
  return {
    server,
    refresh() {
      server.sendResourceListChanged();
      // What cannot be read just now stays as it was.
      refreshPrompts().catch(() => undefined);
    },
  };
}
