// The offline benchmark of MCP servers: what is to be done, servers to do it with, and models of known behaviour.
export { type ScriptedModel, scriptedModels } from "./mcp/models/scripted-models.ts";
export { type McpBenchmarkFiles, prepareMcpBenchmark } from "./mcp/prepare-benchmark.ts";
export { serveOffice } from "./mcp/server/serve-office.ts";
export { type OfficeServerKind, officeServerKinds } from "./mcp/server/server-kinds.ts";
export { type OfficeServers, startOfficeServers } from "./mcp/server/start-servers.ts";
