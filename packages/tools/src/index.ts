export { builtinTools } from "./builtin-tools.ts";
export { createMcpTool, type McpToolParts } from "./create-mcp-tool.ts";
export { translateCall } from "./translate-call.ts";
