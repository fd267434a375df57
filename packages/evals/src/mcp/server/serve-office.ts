import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { officeServer } from "./office-server.ts";
import type { OfficeServerKind } from "./server-kinds.ts";

/** How many tools the server with the large catalogue has. */
export const hugeCatalogue = 500;
export const stateHeader = "x-office-state";

/** One of the servers that benchmarks of MCP compare; ends with its input, or with the signal where it listens. */
export async function serveOffice(kind: OfficeServerKind, state: string): Promise<void> {
  if (kind === "http") return serveHttp();
  const server = officeServer({ state, isFlaky: kind === "flaky", ...(kind === "huge" && { tools: hugeCatalogue }) });
  await server.connect(new StdioServerTransport());
}

/** Says where it listens on its first line. Each request names its office: on this machine alone. */
async function serveHttp(): Promise<void> {
  const handler = createMcpHandler(({ requestInfo }) =>
    officeServer({ state: requestInfo?.headers.get(stateHeader) ?? "" }),
  );
  const answer = toNodeHandler(handler);
  const listening = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1", () => {
    const address = listening.address();
    const port = typeof address === "object" && address ? address.port : 0;
    process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
  });
  process.stdin.once("end", () => process.exit(0)).resume();
}
