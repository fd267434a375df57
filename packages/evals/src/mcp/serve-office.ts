import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import type { Office, OfficeServerKind } from "./office.ts";
import { initialOffice, officeSchema } from "./office.ts";
import { type OfficeTool, officeTools } from "./office-tools.ts";

/** How many tools the server with the large catalog has. */
const hugeCatalogSize = 500;
export const stateHeader = "x-office-state";

/** Runs one of the servers that MCP benchmarks compare; ends when its standard input closes. */
export async function serveOffice(kind: OfficeServerKind, state: string): Promise<void> {
  if (kind === "http") return serveHttp();
  const server = officeServer({
    state,
    isFlaky: kind === "flaky",
    tools: kind === "huge" ? hugeCatalogSize : undefined,
  });
  await server.connect(new StdioServerTransport());
}

/** Prints its URL on the first line. Each request names its office file: only reachable from this machine. */
async function serveHttp(): Promise<void> {
  const handler = createMcpHandler(({ requestInfo }) =>
    officeServer({ state: requestInfo?.headers.get(stateHeader) ?? "" }),
  );
  const handle = toNodeHandler(handler);
  const listening = createServer((request, response) => void handle(request, response)).listen(0, "127.0.0.1", () => {
    const address = listening.address();
    const port = typeof address === "object" && address ? address.port : 0;
    process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
  });
  process.stdin.once("end", () => process.exit(0)).resume();
}

interface OfficeServerOptions {
  /** The file with the office as JSON; created if missing. */
  readonly state: string;
  /** Every call fails the first time. */
  readonly isFlaky?: boolean;
  /** The size of the catalog, filled up with tools that do nothing. */
  readonly tools?: number;
}

/** A server whose tools change the office file. */
function officeServer({ state, isFlaky = false, tools = officeTools.length }: OfficeServerOptions): McpServer {
  const server = new McpServer({ name: "office", version: "1.0.0" });
  const tried = new Set<string>();
  for (const tool of officeTools) {
    server.registerTool(tool.name, { description: tool.description, inputSchema: tool.input }, (input) => {
      const key = JSON.stringify([tool.name, input]);
      if (isFlaky && !tried.has(key)) {
        tried.add(key);
        return failure("the office did not answer, try again");
      }
      return runTool(tool, input, state);
    });
  }
  for (const { name, description } of decoyTools(tools - officeTools.length))
    server.registerTool(name, { description, inputSchema: z.object({ subject: z.string() }) }, () =>
      failure("there is nothing to do here"),
    );
  return server;
}

function runTool(tool: OfficeTool, input: Readonly<Record<string, unknown>>, state: string) {
  const office = readOffice(state);
  try {
    const text = tool.run(office, input);
    writeFileSync(state, `${JSON.stringify(office, null, 2)}\n`);
    return { content: [{ type: "text" as const, text }] };
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}

function failure(text: string) {
  return { content: [{ type: "text" as const, text }], isError: true };
}

function readOffice(state: string): Office {
  return existsSync(state)
    ? officeSchema.parse(JSON.parse(readFileSync(state, "utf8")))
    : structuredClone(initialOffice);
}

const words = (text: string) => text.trim().split(/\s+/);
const verbs = words("archive audit compare describe export forecast inspect merge plot rank sample translate");
const things = words(`
  invoices shipments tickets surveys contracts payments refunds vehicles sensors meters campaigns coupons branches pipelines
  clusters packages licences patents recipes menus playlists photos maps routes flights hotels auctions bids loans policies
  claims trials genomes telescopes satellites volcanoes glaciers whales bees orchards bridges`);

/** Unrelated tools, as a large catalog has them. */
function decoyTools(count: number): { readonly name: string; readonly description: string }[] {
  return Array.from({ length: Math.max(0, Math.min(count, verbs.length * things.length)) }, (_, index) => {
    const verb = verbs[index % verbs.length] ?? "";
    const thing = things[Math.floor(index / verbs.length)] ?? "";
    return {
      name: `${verb}_${thing}`,
      description: `Lets you ${verb} ${thing} of a given subject.`,
    };
  });
}
