import { defineTool, type McpFinding, type McpFindings } from "@roo-code/types";
import * as z from "zod";
import { requireMcp } from "./call-mcp-tool.ts";
import { looseInput, looseNumber } from "./loose-input.ts";
import description from "./search-mcp-tools.md";

const input = looseInput(
  {
    query: z.string(),
    limit: looseNumber.optional().describe("How many results; default 5, at most 20"),
  },
  { names: { search: "query", words: "query", q: "query", max_results: "limit", count: "limit" } },
);

const [defaultLimit, maxLimit] = [5, 20];
const maxSchemaLength = 2_000;
const maxSingleSchemaLength = 20_000;

export const searchMcpTools = defineTool({
  name: "search_mcp_tools",
  kind: "read",
  group: "mcp",
  description,
  input,
  async run({ query, limit = defaultLimit }, { ports, signal }) {
    const max = Math.min(maxLimit, Math.max(1, Math.floor(limit)));
    return { content: describe(await requireMcp(ports).findTools({ query, limit: max, signal }), query) };
  },
});

function describe({ found, total, missing }: McpFindings, query: string): string {
  const notes = missing.map((reason) => `Not searched: ${reason}`);
  if (found.length === 0) {
    const none = `None of the ${total} tools and resources match. Try other search terms.`;
    return [total === 0 ? "The MCP servers offer no tools or resources." : none, ...notes].join("\n");
  }
  const head = `Best matches of ${total}, as the servers describe them:`;
  return [
    head,
    ...found.map((finding) => (finding.uri === undefined ? toolText(finding, query) : resourceText(finding))),
    ...notes,
  ].join("\n\n");
}

function toolText({ server, name, description: about, inputSchema }: McpFinding, query: string): string {
  const max = query.trim() === name ? maxSingleSchemaLength : maxSchemaLength;
  const schema = JSON.stringify(inputSchema ?? {});
  const shown =
    schema.length <= max
      ? schema
      : `${schema.slice(0, max)}… (truncated; search for "${name}" alone to see the whole schema)`;
  return `server_name: ${server}\ntool_name: ${name}\n${about}\narguments: ${shown}`;
}

function resourceText({ server, name, description: about, uri }: McpFinding): string {
  return `server_name: ${server}\nuri: ${uri}\n${[name, about].filter(Boolean).join(": ")}`;
}
