export {
  changeMcpFile,
  type McpChange,
  type McpFileLocation,
  mcpFilePath,
} from "./configuration/mcp/change-mcp-file.ts";
export { parseMcpServer } from "./configuration/mcp/parse-mcp-server.ts";
export { type ParsedSnippet, parseSnippet, type SnippetServer } from "./configuration/mcp/parse-snippet.ts";
