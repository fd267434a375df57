import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ModeAgent, RooClient } from "@roo-code/sdk";

const replayFile = join(import.meta.dirname, "replay.jsonl");
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile } });
const cwd = await mkdtemp(join(tmpdir(), "subagents-"));
const agent = new ModeAgent({ client, cwd, mode: "orchestrator", autoApprove: ["edit", "subtask"] });

const events = agent.events();
const run = agent.run("Write a haiku and a limerick about tests, then put them into one file");
for await (const event of events) {
  if (event.type === "subtask.start") console.log(`${event.agent} starts in ${event.mode} mode: ${event.message}`);
  if (event.type === "run.end") console.log(`${event.from.agent} ${event.status}: ${event.result}`);
}
console.log((await run).filesChanged.join(", "));

// A program can delegate as well.
const summary = await agent.createSubtask({ mode: "code", message: "Join haiku.md and limerick.md into poems.md" });
console.log(`${summary}`);
console.log(await readFile(join(cwd, "poems.md"), "utf8"));

const tasks = await agent.orchestrator.tasks();
const root = tasks.find(({ taskId }) => taskId === agent.taskId);
console.log(`the task has ${root?.childTaskIds.length} subtasks`);
