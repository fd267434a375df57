export { builtinTools, translateCall } from "./builtin-tools.ts";
export { createMcpTool, type McpToolParts } from "./create-mcp-tool.ts";
