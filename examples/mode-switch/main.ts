import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModeAgent, RooClient } from "@roo-code/sdk";

const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });
const cwd = await mkdtemp(join(tmpdir(), "mode-switch-"));
const agent = new ModeAgent({
  client,
  cwd,
  mode: "architect",
  autoApprove: ["edit", "command", "mode"],
  maxIterations: 20,
});

const events = agent.events();
const run = agent.run("Design a REST API for notes, then implement it");
for await (const event of events) {
  if (event.type === "mode.start") console.log(`→ ${event.mode}: ${event.reason}`);
  if (event.type === "tool.end") console.log(`  ${event.name} ${event.isError ? `refused: ${event.content}` : "done"}`);
}
const result = await run;
console.log(`${result.status} in ${agent.mode} mode: ${result}`);
console.log(result.filesChanged.join(", "), `in ${cwd}`);
