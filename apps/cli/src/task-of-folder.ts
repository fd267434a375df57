import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type ChosenFor, type ChosenTask, chooseTasks, type UndoContext, workspacePaths } from "@roo-code/host/undo";
import { RooError } from "@roo-code/types";
import { openHost, processContext } from "./process-context.ts";

export interface FolderTask extends ChosenTask {
  readonly undo: UndoContext;
  /** Its folder. */
  readonly cwd: string;
}

interface TaskChoice {
  readonly task: string | undefined;
  readonly cwd: string | undefined;
  readonly forWhat?: ChosenFor;
}

/** The named task, or the newest one of a folder. */
export async function taskOfFolder(choice: TaskChoice): Promise<FolderTask> {
  const [first] = await tasksOfFolder(choice);
  if (!first) throw new Error("chooseTasks chose none");
  return first;
}

/** The same with its subtasks, in case there is nothing to do for the first. */
export async function tasksOfFolder({ task, cwd, forWhat = "either" }: TaskChoice): Promise<readonly FolderTask[]> {
  const { home, clock } = processContext();
  const { tasks } = openHost();
  const undo = { home, clock, tasks };
  const chosen = await chooseTasks(tasks, { task, folder: realFolder(cwd ?? "."), forWhat });
  return chosen.map((chosenTask) => {
    const [start] = chosenTask.events;
    return { ...chosenTask, undo, cwd: start?.type === "task.start" ? start.environment.cwd : "" };
  });
}

/** Typed paths, resolved relative to the task's folder; undefined for none. */
export function pathsOf({ cwd }: FolderTask, paths: readonly string[]): readonly string[] | undefined {
  return workspacePaths(paths, { workspace: cwd, from: process.cwd() });
}

function realFolder(path: string): string {
  try {
    return realpathSync(resolve(path));
  } catch {
    throw new RooError({
      code: "bad_cwd",
      message: `The folder ${path} does not exist.`,
      next: "Choose another one with --cwd.",
    });
  }
}
