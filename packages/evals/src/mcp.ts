// The offline benchmark of MCP servers: intents, servers, and models with known behaviour.

export { officeServerKinds } from "./mcp/office.ts";
export { prepareMcpBenchmark } from "./mcp/prepare-benchmark.ts";
export { scriptedModels } from "./mcp/scripted-models.ts";
export { serveOffice } from "./mcp/serve-office.ts";
export { startOfficeServers } from "./mcp/start-servers.ts";
