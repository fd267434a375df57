import { findTask } from "@roo-code/host";
import { type EventLog, RooError, type TaskId, type TaskSummary } from "@roo-code/types";
import colors from "picocolors";
import { parseCommandLine } from "../command-line.ts";
import { signalExitCode } from "../exit-codes.ts";
import { LiveBlock } from "../output/live-block.ts";
import { openHost } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { formatTree } from "../watch/tree-lines.ts";
import { readTree, type WatchedTree, watchTree } from "../watch/watch-tree.ts";

const commandLine = {
  usage: "roo tasks watch [TASK]",
  about: `Watch a task and its subtasks; without TASK, the newest running one. Ctrl-C stops watching; the task keeps running.
In a pipe, print the current state.`,
  flags: {},
  positionals: { min: 0, max: 1 },
};

const drawMs = 250;
/** How often to check whether its process is alive. */
const pollMs = 3_000;

export async function watchTask(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { tasks } = openHost();
  const { taskId, status } = await chooseTask(tasks, parsed.positionals[0]);
  if (status === "running" && process.stdout.isTTY) return watchLive(tasks, taskId);
  return print(linesOf(await readTree(tasks, taskId), taskId).join("\n"));
}

async function watchLive(tasks: EventLog, taskId: TaskId): Promise<number> {
  const { stdout } = process;
  const done = new AbortController();
  const block = new LiveBlock(stdout);
  let tree: WatchedTree = new Map();
  const draw = () => block.draw(linesOf(tree, taskId, (stdout.rows || 24) - 2));
  const drawing = setInterval(draw, drawMs);
  const polling = setInterval(() => {
    void isRunning(tasks, taskId).then((runs) => runs || done.abort());
  }, pollMs);
  const detach = () => done.abort("detached");
  process.once("SIGINT", detach);
  try {
    tree = await watchTree(tasks, taskId, {
      signal: done.signal,
      onChange: (now, { taskId: whose, event }) => {
        tree = now;
        if (whose === taskId && event.type === "run.end") done.abort();
      },
    });
  } finally {
    clearInterval(drawing);
    clearInterval(polling);
    process.off("SIGINT", detach);
  }
  block.draw(linesOf(tree, taskId));
  return done.signal.reason === "detached" ? signalExitCode("SIGINT") : 0;
}

function linesOf(tree: WatchedTree, root: TaskId, height?: number): string[] {
  const { stdout } = process;
  const paint = stdout.isTTY ? colors : colors.createColors(false);
  // A terminal of unknown width reports 0.
  const width = Math.min(stdout.columns || 120, 160) - 1;
  return formatTree(tree, { root, paint, width, now: Date.now(), height });
}

async function chooseTask(tasks: EventLog, name: string | undefined): Promise<TaskSummary> {
  if (name !== undefined) return findTask(tasks, name);
  const running = (await tasks.list()).filter(({ status, parent }) => status === "running" && !parent);
  const found = running.find(({ cwd }) => cwd === process.cwd()) ?? running[0];
  if (found) return found;
  throw new RooError({
    code: "task_not_found",
    message: "No task is running.",
    next: "Show a finished one with: roo tasks watch TASK",
  });
}

async function isRunning(tasks: EventLog, taskId: TaskId): Promise<boolean> {
  return (await tasks.list()).some((task) => task.taskId === taskId && task.status === "running");
}
