import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { McpHub } from "@roo-code/sdk";

const folder = await mkdtemp(join(tmpdir(), "mcp-server-"));
const server = join(import.meta.dirname, "server.ts");
const args = [...process.execArgv, server, folder];
const hub = new McpHub({ servers: { roo: { command: process.execPath, args } }, cwd: folder, storage: "memory" });

const tools = await hub.listTools("roo");
console.log(tools.map(({ name }) => name).join(", "));
const answer = await hub.callTool("roo", "new_task", { mode: "code", prompt: "Create UserService", waitSeconds: 30 });
const { status, result, filesChanged } = JSON.parse(answer.content);
console.log(`${status}: ${result} (${filesChanged.join(", ")} in ${folder})`);
await hub.dispose();
