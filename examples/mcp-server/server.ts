import { join } from "node:path";
import { McpModesServer, RooClient } from "@roo-code/sdk";

const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });
const server = new McpModesServer({
  client,
  cwd: process.argv[2],
  autoApprove: ["edit"],
  log: (line) => console.error(line),
});

// Standard input and output belong to the protocol, until the client disconnects.
await server.run();
