import { findTask } from "@roo-code/host";
import type { EventLog, TaskId } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice } from "../flags.ts";
import { formatTask } from "../output/format-task.ts";
import { type TreeRow, taskTree } from "../output/task-tree.ts";
import { openHost, processContext } from "../process-context.ts";
import { print, printJson, withSubcommands } from "../subcommands.ts";
import { oneLine, visibleText } from "../terminal-text.ts";
import { resume } from "./run.ts";

const output = choice(["text", "json"], "text or json (default: text)");

export const tasks = withSubcommands({
  name: "tasks",
  help: `roo tasks list|search|show|watch|resume|fork|delete|prune

  list [--output json]          list tasks, newest first
  search "<query>"              search the messages of all tasks
  show TASK [--output json]     show the events of a task
  watch [TASK]                  watch a task and its subtasks
  resume TASK ["<prompt>"]      continue a task; takes the flags of roo run
  fork TASK --at N              create a task that continues from event N of another
  delete TASK…                  delete tasks
  prune [--dry-run]             delete tasks beyond historyMaxAge and historyMaxBytes

TASK is the id of a task or a prefix of it.`,
  commands: {
    list: listTasks,
    search: async (args) => (await import("./tasks-search.ts")).searchTasks(args),
    show: showOne,
    watch: async (args) => (await import("./tasks-watch.ts")).watchTask(args),
    resume,
    fork: async (args) => (await import("./tasks-fork.ts")).forkCommand(args),
    delete: deleteTasks,
    prune: async (args) => (await import("./tasks-prune.ts")).pruneTasks(args),
  },
});

async function listTasks(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    { usage: "roo tasks list", about: "List tasks, newest first.", flags: { output } },
    args,
  );
  if (!parsed) return 0;
  const found = await openHost().tasks.list();
  if (parsed.flags.output === "json") return printJson(found);
  if (found.length === 0) return print('No tasks yet. Start one with: roo run "…"   or see: roo demo');
  return print(taskTree(found).map(row).join("\n"));
}

function row({ task: { taskId, status, updatedAt, title, parent }, depth }: TreeRow): string {
  const width = (process.stdout.columns ?? 120) - 70;
  const indent = "  ".repeat(Math.max(depth - 1, 0));
  const prefix = parent ? `└ ${parent.agent}: ` : "";
  return `${taskId}  ${status.padEnd(11)}  ${updatedAt.slice(0, 16).replace("T", " ")}  ${indent}${oneLine(prefix + title, Math.max(width - indent.length, 30))}`;
}

async function showOne(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo tasks show TASK",
      about: "Show the events of a task.",
      flags: { output },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const { tasks: log } = openHost();
  const { taskId } = await findTask(log, parsed.positionals[0] ?? "");
  const events = await log.read(taskId);
  if (parsed.flags.output === "json") return printJson(events);
  const below = await Promise.all((await subtaskIds(log, taskId)).toReversed().map((id) => log.read(id)));
  return print(visibleText(formatTask(events, below)));
}

async function deleteTasks(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo tasks delete TASK…",
      about: "Delete tasks and their subtasks.",
      flags: {},
      positionals: { min: 1, max: 1000 },
    },
    args,
  );
  if (!parsed) return 0;
  const { tasks: log } = openHost();
  const { deleteTask, historyPaths } = await import("@roo-code/host/history");
  for (const id of parsed.positionals) {
    const { taskId } = await findTask(log, id);
    for (const removed of [...(await subtaskIds(log, taskId)), taskId]) {
      await deleteTask(log, historyPaths(processContext()), removed);
      print(`deleted ${removed}`);
    }
  }
  return 0;
}

/** All subtasks of a task, deepest first. */
async function subtaskIds(log: EventLog, taskId: TaskId): Promise<TaskId[]> {
  const rows = taskTree(await log.list());
  const at = rows.findIndex(({ task }) => task.taskId === taskId);
  const depth = rows[at]?.depth ?? 0;
  const after = rows.slice(at + 1);
  const end = after.findIndex((next) => next.depth <= depth);
  return (end === -1 ? after : after.slice(0, end)).map(({ task }) => task.taskId).toReversed();
}
