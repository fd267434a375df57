export { builtinTools, translateCall } from "./builtin-tools.ts";
export { createMcpTool } from "./create-mcp-tool.ts";
