export { changeMcpFile, type McpFilePlace, mcpFilePath } from "./configuration/mcp/change-mcp-file.ts";
export type { McpChange } from "./configuration/mcp/edit-mcp-text.ts";
export { type ParsedSnippet, parseSnippet, type SnippetServer } from "./configuration/mcp/parse-snippet.ts";
