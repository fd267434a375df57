// For `roo mcp` and the server's API.
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
export { logInto, logOutOf } from "./mcp/login.ts";
export { requestRestart, type ServerStatus, serverLog, serverStatuses } from "./mcp/server-status.ts";
export { callServer, connectTo, connectToUnknown, readServer, viewServer } from "./mcp/server-view.ts";
