import { findTask } from "@roo-code/host";
import { type Fork, forkTask } from "@roo-code/host/undo";
import { parseCommandLine } from "../command-line.ts";
import { choice, integer, text, toggle } from "../flags.ts";
import { openHost, processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { printablePath, visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo tasks fork TASK --at N",
  about: `Create a task that shares the beginning of another, up to event N. File changes of that task since N are undone; your own
changes stay. The other task is not changed. Numbers are those of roo checkpoints and roo tasks show.`,
  flags: {
    at: integer("N", "the last shared event (default: all events)"),
    into: text("DIR", "work in a copy of the files in this empty folder (default: the same folder)"),
    "no-files": toggle("do not change files"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 1, max: 1 },
};

export async function forkCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const { home, clock } = processContext();
  const { tasks } = openHost();
  const { taskId, events } = await findTask(tasks, positionals[0] ?? "");
  const files = !(flags["no-files"] ?? false);
  const fork = await forkTask({ home, clock, tasks }, { taskId, at: flags.at ?? events, into: flags.into, files });
  if (flags.output === "json") return print(JSON.stringify(fork, null, 2));
  return print(forkText(fork));
}

function forkText({ taskId, seq, cwd, restored, removed, conflicts, change }: Fork): string {
  const isInPlace = change !== undefined;
  return [
    `Task ${taskId} continues from ${seq}, in ${visibleText(cwd)}`,
    ...(restored.length > 0 ? [`restored ${counted(restored.length)}`] : []),
    ...(removed.length > 0 ? [`removed ${counted(removed.length)}`] : []),
    ...conflicts.map(({ path, reason }) => `left ${printablePath(path)}: ${reason}`),
    ...(isInPlace ? [`The files as they were before: roo checkpoints ${taskId}`] : []),
    `Continue with: roo tasks resume ${taskId} "…"`,
  ].join("\n");
}

function counted(files: number): string {
  return `${files} ${files === 1 ? "file" : "files"}`;
}
