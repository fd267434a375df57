import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, RooClient } from "@roo-code/sdk";

// With a model of your own:
// { apiProvider: "anthropic", apiKey: "your-key", apiModelId: "claude-sonnet-4-5" }
const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });

const cwd = await mkdtemp(join(tmpdir(), "hello-agent-"));
const agent = new Agent({ client, cwd, autoApprove: ["edit"] });

const result = await agent.run("Create a Python hello world script");
console.log(`${result}`);
console.log(result.status, result.filesChanged, `in ${cwd}`);
