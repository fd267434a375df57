// A program that runs a task, and sends another message while a command of the task runs.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { RunOptions } from "@roo-code/host";
import type { ApprovalKind, Op, TaskId } from "@roo-code/types";

registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".md")) return next(url, context);
    const text = readFileSync(fileURLToPath(url), "utf8");
    return { format: "module", source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
  },
});
const { createHost, rooHome } = await import("@roo-code/host");

const [baseUrl = "", taskId, action] = process.argv.slice(2);
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const queued: Op = { type: "message.send", opId: "queued", text: "QUEUED: write extra.txt as well" };
const approved: ApprovalKind[] = ["edit", "command", "mode"];

const host = createHost({ home: rooHome(process.env), environment: process.env, version: "0.0.0" });
const options: RunOptions = {
  provider: { apiProvider: "openai", apiModelId: "careful", apiBaseUrl: baseUrl, apiKey: "none" },
  limits: {},
  autoApprove: new Set(approved),
  attended: false,
  observe(item) {
    if ("live" in item) return;
    print(item);
    if (item.type === "tool.start" && item.callId === "step-1-0") void sendQueued();
  },
};
const configuration = await host.configure(process.cwd());
const session =
  taskId === undefined
    ? await host.createTask({ ...options, configuration })
    : // The id comes from the folder of the task.
      await host.openTask(taskId as TaskId, { ...options, configuration });

async function sendQueued(): Promise<void> {
  await session.submit(queued);
  print({ acknowledged: queued.opId });
}

if (session.state.messages.length === 0 && session.state.waitingMessages.length === 0)
  void session.submit({ type: "message.send", opId: "prompt", text: "do it" });
// It was not acknowledged, so it is sent again.
if (action === "again") void sendQueued();
const { status } = await session.run();
process.exitCode = status === "completed" ? 0 : 1;
