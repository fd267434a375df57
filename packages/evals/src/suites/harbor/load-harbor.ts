import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { listFolders } from "../list-files.ts";
import { type Loaded, loadEach } from "../suite-problem.ts";
import { loadHarborTask } from "./harbor-task.ts";

/** Whether a folder is a task of Harbor, or holds some. */
export function isHarbor(root: string): boolean {
  return tasksIn(root).length > 0;
}

export async function loadHarbor(root: string): Promise<Loaded> {
  return loadEach(tasksIn(root), loadHarborTask, (folder) => basename(folder));
}

function tasksIn(root: string): readonly string[] {
  if (isTask(root)) return [root];
  return listFolders(root)
    .map((name) => join(root, name))
    .filter(isTask);
}

function isTask(folder: string): boolean {
  return existsSync(join(folder, "task.toml"));
}
