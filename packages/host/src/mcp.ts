// What `roo mcp` needs beside a task's own way to its servers.
export { type LogLine } from "@roo-code/mcp";
export { type McpChange } from "@roo-code/store/mcp";
export { callServer, readServer } from "./mcp/call-server.ts";
export { changeServers } from "./mcp/change-servers.ts";
export { findServer, type KnownServer, knownServers } from "./mcp/known-servers.ts";
export { logInto, logOutOf } from "./mcp/login.ts";
export { askForRestart } from "./mcp/restarts.ts";
export { serverLog } from "./mcp/server-log.ts";
export { type ServerStatus, serverStatuses } from "./mcp/server-status.ts";
export { lookAt, lookAtUnknown, viewServer } from "./mcp/server-view.ts";
export { checkedName, type NamedServer, snippetServers } from "./mcp/snippet-servers.ts";
