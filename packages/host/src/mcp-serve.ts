// A separate entry point: only processes that serve MCP clients need it.
export { type OpenedModesServer, openModesServer } from "./mcp-serve/open-modes-server.ts";
export { serveToken } from "./mcp-serve/serve-token.ts";
