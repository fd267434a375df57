import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { diffTask } from "@roo-code/host/undo";
import { type FileDiff, RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { choice, integer, text, toggle } from "../flags.ts";
import { colorDiff } from "../output/format.ts";
import { explainNoSnapshots } from "../output/format-undo.ts";
import { print } from "../subcommands.ts";
import { table } from "../table.ts";
import { type FolderTask, pathsOf, taskOfFolder } from "../task-of-folder.ts";
import { printablePath, visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo diff [TASK] [PATH…]",
  about: `Show what a task changed in files. Without TASK: the newest task of this folder.
Numbers are those of roo checkpoints.`,
  flags: {
    task: text("TASK", "the same as the argument TASK; all arguments are then paths"),
    from: integer("N", "from this checkpoint (default: before the first step)"),
    to: integer("N", "to this checkpoint (default: now)"),
    stat: toggle("only show the number of changed lines per file"),
    cwd: text("DIR", "the folder (default: here)"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 0, max: 1000 },
};

export async function diff(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const { from, to } = flags;
  const [first = "", ...rest] = positionals;
  const isTask = flags.task === undefined && /^[0-9a-f]{4,8}(-[0-9a-f-]*)?$/.test(first) && !existsSync(first);
  const task = await taskOfFolder({ task: flags.task ?? (isTask ? first : undefined), cwd: flags.cwd });
  const found = await diffTask(task.undo, task.events, { from, to, paths: pathsOf(task, isTask ? rest : positionals) });
  if (flags.output === "json") return print(JSON.stringify({ taskId: task.taskId, ...found }, null, 2));
  if (found.files.length === 0) return print(nothingText(task, isTask ? rest : positionals));
  const shown = flags.stat ? [statText(found.files)] : found.files.map(fileText);
  return print([...shown, ...(found.isTruncated ? ["… and more files"] : [])].join("\n"));
}

/** Throws `RooError` when the first argument is neither a task nor a file. */
function nothingText({ events, cwd }: FolderTask, [first, ...others]: readonly string[]): string {
  if (!events.some(({ type }) => type === "snapshot.added")) return explainNoSnapshots(events);
  if (first === undefined) return "Nothing changed.";
  if (existsSync(first) || existsSync(resolve(cwd, first)))
    return `Nothing changed in ${[first, ...others].join(", ")}.`;
  throw new RooError({
    code: "unknown_path",
    message: `No task and no changed file is named ${first}.`,
    next: "List tasks with: roo tasks list   List changed files with: roo diff --stat",
  });
}

/** Unchanged in a pipe, so that it can be applied. */
function fileText({ path, change, text: lines, isCut }: FileDiff): string {
  if (lines === undefined) return `${change} ${printablePath(path)} (too long to show)`;
  const shown = process.stdout.isTTY ? colorDiff(visibleText(lines)) : lines.trimEnd();
  return isCut ? `${shown}\n… cut here` : shown;
}

function statText(files: readonly FileDiff[]): string {
  const rows = files.map(({ path, change, text: lines }) => {
    const body = (lines ?? "").split("\n").filter((line) => !/^(\+\+\+|---) /.test(line));
    const [added, removed] = ["+", "-"].map((sign) => body.filter((line) => line.startsWith(sign)).length);
    return [printablePath(path, 80), change, { right: `+${added}` }, { right: `-${removed}` }];
  });
  return table(rows, process.stdout.columns ?? 120);
}
