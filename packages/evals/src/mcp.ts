// The offline benchmark of MCP servers: intents, servers, and models with known behaviour.

export { type OfficeServerKind, officeServerKinds } from "./mcp/office.ts";
export { type McpBenchmarkFiles, prepareMcpBenchmark } from "./mcp/prepare-benchmark.ts";
export { type ScriptedModel, scriptedModels } from "./mcp/scripted-models.ts";
export { serveOffice } from "./mcp/serve-office.ts";
export { type OfficeServers, startOfficeServers } from "./mcp/start-servers.ts";
