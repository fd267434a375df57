import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type ChosenTask, chooseTask, type UndoPlaces, workspacePaths } from "@roo-code/host/undo";
import { RooError } from "@roo-code/types";
import { openHost } from "./open-host.ts";
import { places } from "./places.ts";

export interface FolderTask extends ChosenTask {
  readonly undo: UndoPlaces;
  /** Its folder. */
  readonly cwd: string;
}

/** The task that was named, or the newest one of a folder. */
export async function taskOfFolder({
  task,
  cwd,
}: {
  task: string | undefined;
  cwd: string | undefined;
}): Promise<FolderTask> {
  const { home, clock } = places();
  const { tasks } = openHost();
  const chosen = await chooseTask(tasks, { task, folder: realFolder(cwd ?? ".") });
  const [start] = chosen.events;
  return { ...chosen, undo: { home, clock, tasks }, cwd: start?.type === "task.start" ? start.environment.cwd : "" };
}

/** From paths as they were typed to those of the task's folder; undefined for none. */
export function pathsOf({ cwd }: FolderTask, given: readonly string[]): readonly string[] | undefined {
  return workspacePaths(given, { workspace: cwd, from: process.cwd() });
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
