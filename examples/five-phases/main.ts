import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooClient, WorkflowRunner } from "@roo-code/sdk";

const here = (name: string) => join(import.meta.dirname, name);
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile: here("replay.jsonl") } });
const cwd = await mkdtemp(join(tmpdir(), "five-phases-"));
const runner = new WorkflowRunner({ client, cwd, plan: here("plan.yaml"), autoApprove: "all" });

const events = runner.events();
const run = runner.run();
for await (const event of events) {
  if (event.type === "phase.start") console.log(`→ ${event.phase}`);
  if (event.type === "check.end") console.log(`  ${event.exitCode === 0 ? "✓" : "✗"} ${event.command}`);
}
const { taskId, result } = await run;
const { completedSubtasks, filesChanged } = await runner.state(taskId);
console.log(`${result} ${completedSubtasks} checkpoints; ${filesChanged.length} files in ${cwd}`);
