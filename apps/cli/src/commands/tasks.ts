import { findTask } from "@roo-code/host";
import type { TaskSummary } from "@roo-code/types";
import type { Command } from "commander";
import { commandParser, oneOf } from "../command-parser.ts";
import { openHost } from "../open-host.ts";
import { showTask } from "../output/show-task.ts";
import { oneLine } from "../terminal-text.ts";
import { run } from "./run.ts";

export async function tasks(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const parser = commandParser("roo tasks").description(
    "What was done, and going on with it. A task is named by its id or the beginning of it.",
  );
  withOutput(parser.command("list").description("the tasks, newest first")).action((flags: OutputFlag) =>
    listTasks(flags),
  );
  withOutput(parser.command("show").description("what happened in a task").argument("<task>")).action(
    (id: string, flags: OutputFlag) => show(id, flags),
  );
  parser
    .command("resume")
    .description("go on with a task; takes the flags of roo run")
    .argument("<task>")
    .argument("[prompt]")
    .allowUnknownOption()
    .allowExcessArguments(true)
    .helpOption(false)
    .action(async () => {
      const [, id = "", ...rest] = args;
      exitCode = await run(["--resume", id, ...rest]);
    });
  parser.command("delete").description("remove tasks for good").argument("<task...>").action(deleteTasks);
  await parser.parseAsync(args, { from: "user" });
  return exitCode;
}

interface OutputFlag {
  output: "text" | "json";
}

function withOutput(command: Command): Command {
  return command.option("--output <format>", "text or json", oneOf(["text", "json"]), "text");
}

async function listTasks({ output }: OutputFlag): Promise<void> {
  const found = await openHost().tasks.list();
  if (output === "json") return print(JSON.stringify(found, null, 2));
  if (found.length === 0) return print('No tasks yet. Begin one with: roo run "…"   or see: roo demo');
  print(found.map(row).join("\n"));
}

function row({ taskId, status, updatedAt, title }: TaskSummary): string {
  const width = (process.stdout.columns ?? 120) - 70;
  return `${taskId}  ${status.padEnd(11)}  ${updatedAt.slice(0, 16).replace("T", " ")}  ${oneLine(title, Math.max(width, 30))}`;
}

async function show(id: string, { output }: OutputFlag): Promise<void> {
  const { tasks: log } = openHost();
  const { taskId } = await findTask(log, id);
  const events = await log.read(taskId);
  print(output === "json" ? JSON.stringify(events, null, 2) : showTask(events));
}

async function deleteTasks(ids: readonly string[]): Promise<void> {
  const { tasks: log } = openHost();
  for (const id of ids) {
    const { taskId } = await findTask(log, id);
    await log.delete(taskId);
    print(`deleted ${taskId}`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
