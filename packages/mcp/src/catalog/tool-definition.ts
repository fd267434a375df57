import type { McpSource, ToolDefinition } from "@roo-code/types";
import { canonicalJson, sha256 } from "./canonical-json.ts";
import type { CatalogTool } from "./catalog.ts";

/** Where a tool comes from: two servers of one name, yours and a project's, are not the same. */
export interface ToolOrigin {
  readonly server: string;
  readonly source: McpSource;
  /** The project's folder, for one of its servers. */
  readonly project?: string | undefined;
}

/** What a person allows when they allow a tool for good. */
export function definitionHash(tool: CatalogTool, { server, source, project }: ToolOrigin): string {
  const whole = canonicalJson([server, source, source === "project" ? project : null, tool]);
  return sha256(whole).slice(0, 32);
}

/** What a model is told of a tool. That the words are the server's is said, because they may want something. */
export function definitionFor(name: string, server: string, tool: CatalogTool): ToolDefinition {
  const said = [tool.title, tool.description].filter(Boolean).join(": ");
  const description = `Of the MCP server ${server}, in its words: ${said || tool.name}`;
  return { name, description, inputSchema: tool.inputSchema };
}
