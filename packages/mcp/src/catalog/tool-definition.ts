import type { McpSource, ToolDefinition } from "@roo-code/types";
import { canonicalJson, sha256 } from "./canonical-json.ts";
import type { CatalogTool } from "./catalog.ts";

/** Where a tool comes from: the user's server and a project's server of the same name are different. */
export interface ToolOrigin {
  readonly server: string;
  readonly source: McpSource;
  /** The folder, for a project's server. */
  readonly project?: string | undefined;
}

/** What a standing approval of a tool refers to. */
export function definitionHash(tool: CatalogTool, { server, source, project }: ToolOrigin): string {
  const whole = canonicalJson([server, source, source === "project" ? project : null, tool]);
  return sha256(whole).slice(0, 32);
}

/** A tool's definition for the model. Marks the description as the server's own, because it may contain instructions. */
export function definitionFor(name: string, server: string, tool: CatalogTool): ToolDefinition {
  const text = [tool.title, tool.description].filter(Boolean).join(": ");
  const description = `Of the MCP server ${server}, in its words: ${text || tool.name}`;
  return { name, description, inputSchema: tool.inputSchema };
}
