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
  about: `Takes back the last n steps (default: 1) of the newest task in this folder: what they changed in files, and
nothing that you or another task changed. Undoing again goes further back; roo undo --redo takes the last undo back.`,
  flags: {
    task: text("TASK", "another task than the newest of this folder"),
    to: integer("N", "instead: all that the task changed since that point of roo checkpoints"),
    take: choice(
      ["mine", "before"],
      "of files in which you changed the same lines: leave yours, or take the version before",
    ),
    conversation: toggle("the conversation goes back, too"),
    redo: toggle("take the last undo back"),
    "dry-run": toggle("only say what would be done"),
    cwd: text("DIR", "of another folder"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 0, max: 1000 },
};

type Flags = NonNullable<ReturnType<typeof parseCommandLine<(typeof commandLine)["flags"]>>>["flags"];

export async function undo(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const { count, paths } = readWords(positionals);
  refuseMixes(flags, { count, paths });
  const forWhat = flags.redo ? "redo" : flags.to === undefined ? "undo" : "either";
  const tasks = await tasksOfFolder({ task: flags.task, cwd: flags.cwd, forWhat });
  const isDryRun = flags["dry-run"] ?? false;
  const { done, taskId } = await firstThatCan(tasks, (task) => {
    const request = { isDryRun, take: flags.take, conversation: flags.conversation, paths: pathsOf(task, paths) };
    return carryOut(
      task,
      { taskId: task.taskId, ...request },
      { isRedo: flags.redo ?? false, to: flags.to, count: count ?? 1 },
    );
  });
  const { label, ...outcome } = done;
  if (flags.output === "json") print(JSON.stringify({ taskId, isDryRun, ...label, ...outcome }, null, 2));
  else print(formatUndo(done, { taskId, isDryRun, asked: count ?? 1, isNamed: flags.task !== undefined }));
  return done.conflicts.length > 0 ? exitCodes.failed : exitCodes.completed;
}

/** Steps of which nothing is left may be the newest of a task: then it is another's turn. */
async function firstThatCan(
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

function carryOut(
  { undo: places }: FolderTask,
  request: UndoRequest,
  { isRedo, to, count }: { isRedo: boolean; to: number | undefined; count: number },
): Promise<UndoDone> {
  if (isRedo) return redo(places, request);
  return to === undefined ? undoSteps(places, { ...request, count }) : restoreTo(places, { ...request, seq: to });
}

/** A number is how many; everything else names files, and so does a number after `./`. */
function readWords([first, ...rest]: readonly string[]): { count: number | undefined; paths: readonly string[] } {
  if (first === undefined) return { count: undefined, paths: [] };
  return /^\d+$/.test(first) ? { count: Number(first), paths: rest } : { count: undefined, paths: [first, ...rest] };
}

function refuseMixes(flags: Flags, { count, paths }: { count: number | undefined; paths: readonly string[] }): void {
  const refuse = (message: string): never => {
    throw new RooError({ code: "wrong_usage", message, next: `${commandLine.usage}   (see --help)` });
  };
  if (count === 0) refuse("0 steps are none to take back.");
  if (flags.to !== undefined && count !== undefined) refuse("It is either a number of steps or --to N.");
  if (flags.redo && (flags.to !== undefined || count !== undefined || paths.length > 0 || flags.conversation))
    refuse("--redo takes the last undo back as a whole.");
}
