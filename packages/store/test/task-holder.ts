// A separate process that runs the test's commands on one task.
import { setTimeout } from "node:timers/promises";
import { RooError, type TaskWriter, taskIdSchema } from "@roo-code/types";
import { FileEventLog } from "../src/index.ts";

export type Command = "create" | "open" | "append" | "close" | "contend";
export type Reply = { done: number } | { failed: string };

const [tasksFolder = "", name] = process.argv.slice(2);
const taskId = taskIdSchema.parse(name);
const clock = { now: Date.now, monotonic: () => performance.now(), sleep: (ms: number) => setTimeout(ms) };
const log = new FileEventLog({ tasksFolder, clock });
let writer: TaskWriter | undefined;

process.on("message", (command: Command) => {
  runCommand(command).then(
    (done) => process.send?.({ done } satisfies Reply),
    (error: unknown) => process.send?.({ failed: codeOf(error) } satisfies Reply),
  );
});

async function runCommand(command: Command): Promise<number> {
  switch (command) {
    case "create":
      writer = await log.create(taskId);
      return process.pid;
    case "open":
      writer = await log.open(taskId);
      return process.pid;
    case "append":
      return appendOne();
    case "close":
      await writer?.close();
      return process.pid;
    case "contend":
      return contend();
  }
}

async function appendOne(): Promise<number> {
  if (!writer) throw new Error("append before open");
  const { events, durable } = writer.append([{ type: "notice.added", code: "holder", message: `from ${process.pid}` }]);
  await durable;
  return events[0]?.seq ?? 0;
}

/** Tries many times to take the task for one event; resolves to how often that succeeded. */
async function contend(): Promise<number> {
  let successes = 0;
  for (let round = 0; round < 50; round += 1) {
    try {
      writer = await log.open(taskId);
      await appendOne();
      await writer.close();
      successes += 1;
    } catch (error) {
      if (codeOf(error) !== "task_busy") throw error;
    }
  }
  return successes;
}

function codeOf(error: unknown): string {
  return error instanceof RooError ? error.code : String(error);
}
