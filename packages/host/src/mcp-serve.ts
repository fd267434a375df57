// A door of its own: only a process that serves others over MCP needs it.
export { type ModesServerOptions, type OpenedModesServer, openModesServer } from "./mcp-serve/open-modes-server.ts";
export { serveToken } from "./mcp-serve/serve-token.ts";
