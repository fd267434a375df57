// For `roo mcp`, the server's API and programs.
export { type LogLine } from "@roo-code/mcp";
export { type McpChange } from "@roo-code/store/mcp";
export {
  changeServers,
  checkedName,
  findServer,
  type KnownServer,
  knownServers,
  type NamedServer,
  requireUsable,
  snippetServers,
} from "./mcp/known-servers.ts";
export { listTools } from "./mcp/list-tools.ts";
export { logInto, logOutOf } from "./mcp/login.ts";
export { type HubHandle, McpHubs } from "./mcp/mcp-hubs.ts";
export { programServers } from "./mcp/program-servers.ts";
export { requestRestart, type ServerStatus, serverLog, serverStatuses } from "./mcp/server-status.ts";
export { callServer, connectTo, connectToUnknown, readServer, viewServer } from "./mcp/server-view.ts";
