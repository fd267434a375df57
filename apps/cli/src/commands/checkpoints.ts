import { type Checkpoint, listCheckpoints } from "@roo-code/host/undo";
import { parseCommandLine } from "../command-line.ts";
import { choice, text, toggle } from "../flags.ts";
import { explainNoSnapshots } from "../output/format-undo.ts";
import { print } from "../subcommands.ts";
import { type Cell, table } from "../table.ts";
import { taskOfFolder } from "../task-of-folder.ts";
import { oneLine, printablePath, visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo checkpoints [TASK]",
  about: `List the points to which a task's files can be restored, oldest first: number, time, how many files the step
changed, and what it was. Without TASK: the newest task of this folder. Use the numbers with roo undo and roo diff.`,
  flags: {
    task: text("TASK", "the same as the argument TASK"),
    cwd: text("DIR", "the folder (default: here)"),
    skipped: toggle("list the files that the newest snapshot does not contain"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 0, max: 1 },
};

export async function checkpoints(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const task = await taskOfFolder({ task: flags.task ?? positionals[0], cwd: flags.cwd });
  const found = await listCheckpoints(task.undo, task.events);
  if (flags.output === "json") return print(JSON.stringify({ taskId: task.taskId, checkpoints: found }, null, 2));
  const head = `Task ${task.taskId} in ${visibleText(task.cwd)}`;
  if (found.length === 0) return print(`${head}\n${explainNoSnapshots(task.events)}`);
  const rows = table([["N", "time", { right: "files" }, "before"], ...found.map(row)], process.stdout.columns ?? 120);
  return print([head, rows, ...(flags.skipped ? skippedText(found) : [])].join("\n"));
}

function row({ seq, at, kind, label, changed, isKept, isTakenBack }: Checkpoint): Cell[] {
  const width = Math.max((process.stdout.columns ?? 120) - 40, 30);
  const state = isKept ? (isTakenBack ? "  (undone)" : "") : "  (removed)";
  const files = kind === "step" && changed ? `${changed.length}` : "";
  return [`${seq}`, at.slice(0, 19).replace("T", " "), { right: files }, `${oneLine(label, width)}${state}`];
}

function skippedText(found: readonly Checkpoint[]): string[] {
  const newest = found.findLast(({ isKept }) => isKept);
  if (!newest || newest.skippedCount === 0) return ["", "The newest snapshot contains every file."];
  const { seq, skipped, skippedCount } = newest;
  const more = skippedCount - skipped.length;
  return [
    "",
    `Not in snapshot ${seq}, by rule:`,
    ...skipped.map(({ path, rule }) => `  ${rule.padEnd(12)}  ${printablePath(path)}`),
    ...(more > 0 ? [`  … ${more} more`] : []),
  ];
}
