import { defineTool, type McpFinding, type McpFindings } from "@roo-code/types";
import * as z from "zod";
import { looseInput, looseNumber } from "./loose-input.ts";
import { requireMcp } from "./mcp-answer.ts";
import description from "./search-mcp-tools.md";

const input = looseInput(
  {
    query: z.string(),
    limit: looseNumber.optional().describe("How many to tell; 5 when absent, 20 at most"),
  },
  { names: { search: "query", words: "query", q: "query", max_results: "limit", count: "limit" } },
);

const [usualLimit, mostFound] = [5, 20];
const longestSchema = 2_000;
const longestOnlySchema = 20_000;

export const searchMcpTools = defineTool({
  name: "search_mcp_tools",
  kind: "read",
  group: "mcp",
  description,
  input,
  async run({ query, limit = usualLimit }, { ports, signal }) {
    const most = Math.min(mostFound, Math.max(1, Math.floor(limit)));
    return { content: describe(await requireMcp(ports).findTools({ query, limit: most, signal }), query) };
  },
});

function describe({ found, total, missing }: McpFindings, query: string): string {
  const notes = missing.map((reason) => `Not searched: ${reason}`);
  if (found.length === 0) {
    const none = `Nothing of the ${total} tools and resources fits. Try other words.`;
    return [total === 0 ? "The MCP servers offer nothing that is known." : none, ...notes].join("\n");
  }
  const head = `The likeliest of ${total}, in their servers' own words:`;
  return [
    head,
    ...found.map((finding) => (finding.uri === undefined ? toolText(finding, query) : resourceText(finding))),
    ...notes,
  ].join("\n\n");
}

function toolText({ server, name, description: said, inputSchema }: McpFinding, query: string): string {
  const most = query.trim() === name ? longestOnlySchema : longestSchema;
  const schema = JSON.stringify(inputSchema ?? {});
  const shown =
    schema.length <= most ? schema : `${schema.slice(0, most)}… (cut; search for "${name}" alone to see all of it)`;
  return `server_name: ${server}\ntool_name: ${name}\n${said}\narguments: ${shown}`;
}

function resourceText({ server, name, description: said, uri }: McpFinding): string {
  return `server_name: ${server}\nuri: ${uri}\n${[name, said].filter(Boolean).join(": ")}`;
}
