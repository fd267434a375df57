import { findTask } from "@roo-code/host";
import type { TaskSummary } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice } from "../flags.ts";
import { openHost } from "../open-host.ts";
import { showTask } from "../output/show-task.ts";
import { print, withSubcommands } from "../subcommands.ts";
import { oneLine } from "../terminal-text.ts";
import { resume } from "./run.ts";

const output = choice(["text", "json"], "text or json (default: text)");

export const tasks = withSubcommands({
  name: "tasks",
  help: `roo tasks list|search|show|resume|delete|prune

  list [--output json]          the tasks, newest first
  search "<words>"              what was said in any task; --help says more
  show TASK [--output json]     what happened in a task
  resume TASK ["<prompt>"]      go on with a task; takes the flags of roo run
  delete TASK…                  remove tasks for good
  prune [--dry-run]             remove what historyMaxAge and historyMaxBytes do not allow

A task is named by its id or the beginning of it.`,
  commands: {
    list: listTasks,
    search: async (args) => (await import("./tasks-search.ts")).searchTasks(args),
    show: showOne,
    resume,
    delete: deleteTasks,
    prune: async (args) => (await import("./tasks-prune.ts")).pruneTasks(args),
  },
});

async function listTasks(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    { usage: "roo tasks list", about: "The tasks, newest first.", flags: { output }, words: { least: 0, most: 0 } },
    args,
  );
  if (!parsed) return 0;
  const found = await openHost().tasks.list();
  if (parsed.flags.output === "json") return print(JSON.stringify(found, null, 2));
  if (found.length === 0) return print('No tasks yet. Begin one with: roo run "…"   or see: roo demo');
  return print(found.map(row).join("\n"));
}

function row({ taskId, status, updatedAt, title }: TaskSummary): string {
  const width = (process.stdout.columns ?? 120) - 70;
  return `${taskId}  ${status.padEnd(11)}  ${updatedAt.slice(0, 16).replace("T", " ")}  ${oneLine(title, Math.max(width, 30))}`;
}

async function showOne(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo tasks show TASK",
      about: "What happened in a task.",
      flags: { output },
      words: { least: 1, most: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const { tasks: log } = openHost();
  const { taskId } = await findTask(log, parsed.words[0] ?? "");
  const events = await log.read(taskId);
  return print(parsed.flags.output === "json" ? JSON.stringify(events, null, 2) : showTask(events));
}

async function deleteTasks(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    { usage: "roo tasks delete TASK…", about: "Removes tasks for good.", flags: {}, words: { least: 1, most: 1000 } },
    args,
  );
  if (!parsed) return 0;
  const { tasks: log } = openHost();
  for (const id of parsed.words) {
    const { taskId } = await findTask(log, id);
    await log.delete(taskId);
    print(`deleted ${taskId}`);
  }
  return 0;
}
