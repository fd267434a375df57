import { redo, restoreTo, type UndoDone, type UndoRequest, undoSteps } from "@roo-code/host/undo";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { choice, integer, text, toggle } from "../flags.ts";
import { formatUndo } from "../output/format-undo.ts";
import { print } from "../subcommands.ts";
import { type FolderTask, pathsOf, tasksOfFolder } from "../task-of-folder.ts";

const commandLine = {
  usage: "roo undo [n] [PATH…]",
  about: `Undo the file changes of the last n steps (default: 1) of the newest task in this folder. Changes by you or by other tasks
stay. Run it again to undo more; roo undo --redo reverts the last undo.`,
  flags: {
    task: text("TASK", "the task (default: the newest of this folder)"),
    to: integer("N", "undo everything since this checkpoint (see roo checkpoints)"),
    take: choice(["mine", "before"], "for conflicts with your own changes: keep yours, or restore the earlier version"),
    conversation: toggle("also rewind the conversation"),
    redo: toggle("revert the last undo"),
    "dry-run": toggle("only show what would be done"),
    cwd: text("DIR", "the folder (default: here)"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 0, max: 1000 },
};

type Flags = NonNullable<ReturnType<typeof parseCommandLine<(typeof commandLine)["flags"]>>>["flags"];

export async function undo(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const { count, paths } = parsePositionals(positionals);
  checkFlags(flags, { count, paths });
  const forWhat = flags.redo ? "redo" : flags.to === undefined ? "undo" : "either";
  const tasks = await tasksOfFolder({ task: flags.task, cwd: flags.cwd, forWhat });
  const isDryRun = flags["dry-run"] ?? false;
  const { done, taskId } = await firstUndoable(tasks, (task) => {
    const request = { isDryRun, take: flags.take, conversation: flags.conversation, paths: pathsOf(task, paths) };
    return runUndo(
      task,
      { taskId: task.taskId, ...request },
      { isRedo: flags.redo ?? false, to: flags.to, count: count ?? 1 },
    );
  });
  const { label, ...outcome } = done;
  if (flags.output === "json") print(JSON.stringify({ taskId, isDryRun, ...label, ...outcome }, null, 2));
  else print(formatUndo(done, { taskId, isDryRun, requested: count ?? 1, isNamed: flags.task !== undefined }));
  return done.conflicts.length > 0 ? exitCodes.failed : exitCodes.completed;
}

/** The newest steps of a task may have nothing left to undo: then the next task is tried. */
async function firstUndoable(
  tasks: readonly FolderTask[],
  work: (task: FolderTask) => Promise<UndoDone>,
): Promise<{ done: UndoDone; taskId: string }> {
  let first: unknown;
  for (const task of tasks) {
    try {
      return { done: await work(task), taskId: task.taskId };
    } catch (error) {
      if (!(error instanceof RooError) || error.code !== "nothing_to_undo") throw error;
      first ??= error;
    }
  }
  throw first;
}

function runUndo(
  { undo: context }: FolderTask,
  request: UndoRequest,
  { isRedo, to, count }: { isRedo: boolean; to: number | undefined; count: number },
): Promise<UndoDone> {
  if (isRedo) return redo(context, request);
  return to === undefined ? undoSteps(context, { ...request, count }) : restoreTo(context, { ...request, seq: to });
}

/** A leading number is the count; everything else is a path, also a number after `./`. */
function parsePositionals([first, ...rest]: readonly string[]): {
  count: number | undefined;
  paths: readonly string[];
} {
  if (first === undefined) return { count: undefined, paths: [] };
  return /^\d+$/.test(first) ? { count: Number(first), paths: rest } : { count: undefined, paths: [first, ...rest] };
}

function checkFlags(flags: Flags, { count, paths }: { count: number | undefined; paths: readonly string[] }): void {
  const refuse = (message: string): never => {
    throw new RooError({ code: "wrong_usage", message, next: `${commandLine.usage}   (see --help)` });
  };
  if (count === 0) refuse("n must be at least 1.");
  if (flags.to !== undefined && count !== undefined) refuse("n and --to exclude each other.");
  if (flags.redo && (flags.to !== undefined || count !== undefined || paths.length > 0 || flags.conversation))
    refuse("--redo takes no number, paths, --to or --conversation.");
}
