export { changeMcpFile } from "./configuration/mcp/change-mcp-file.ts";
export { type McpChange } from "./configuration/mcp/edit-mcp-text.ts";
export { parseMcpServer } from "./configuration/mcp/parse-mcp-server.ts";
export { parseSnippet } from "./configuration/mcp/parse-snippet.ts";
