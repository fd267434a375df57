import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./access-mcp-resource.md";
import { requireMcp, toOutput } from "./call-mcp-tool.ts";
import { looseInput } from "./loose-input.ts";

const input = looseInput(
  { server_name: z.string(), uri: z.string() },
  { names: { server: "server_name", serverName: "server_name", url: "uri", resource: "uri" } },
);

export const accessMcpResource = defineTool({
  name: "access_mcp_resource",
  kind: "action",
  group: "mcp",
  approval: "mcp",
  description,
  input,
  subject: ({ server_name, uri }) => ({ kind: "mcp", summary: `read ${uri} from ${server_name}` }),
  async run({ server_name, uri }, { ports, signal, call }) {
    return toOutput(await requireMcp(ports).readResource({ server: server_name, uri, signal, call }));
  },
});
