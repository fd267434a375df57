import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../commands/process-table.ts";
import { RooIgnore } from "../files/roo-ignore.ts";
import { gitFolderPaths } from "./paths/git-folders.ts";
import { dangerousParts } from "./paths/judge-repository.ts";
import { putAside } from "./paths/put-aside.ts";
import {
  beatMs,
  notesFolder,
  ownerOfMoved,
  pidOf,
  type RunningNote,
  removePlaceholders,
} from "./paths/running-commands.ts";
import { Survey } from "./paths/survey.ts";

/**
 * Cleans up after commands whose roo was killed: takes their placeholders away, and the protected files that they made up
 * to that moment. Gives the paths of those. Never throws.
 */
export function recoverCommands(home: string): readonly string[] {
  const folder = notesFolder(home);
  const names = namesIn(folder);
  for (const name of names.filter((each) => isLeftover(ownerOfMoved(each)))) rmdirSync(join(folder, name));
  return names
    .filter((name) => isLeftover(pidOf(name)))
    .flatMap((name) => {
      try {
        return recover(join(folder, name), home);
      } catch {
        return [];
      } finally {
        rmSync(join(folder, name), { force: true });
      }
    });
}

function isLeftover(pid: number | undefined): boolean {
  return pid !== undefined && !isRunning(pid);
}

function recover(file: string, home: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  // No command was running.
  if (text === "") return [];
  const { root, since, placeholders, known }: RunningNote = JSON.parse(text);
  removePlaceholders(placeholders);
  const until = statSync(file).mtimeMs + 2 * beatMs;
  const isOfThen = (path: string): boolean => {
    const changed = lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
    return changed >= since && changed <= until;
  };
  const before = new Set(known);
  const found = protectedIn(root).filter((path) => !before.has(path) && isOfThen(path));
  putAside(found, home);
  return found;
}

function protectedIn(root: string): readonly string[] {
  const surveyed = new Survey(root).look(new RooIgnore(root).load());
  const parts = gitFolderPaths(root, surveyed.repositories).flatMap((path) =>
    dangerousParts(path, root).map((part) => join(path, part)),
  );
  return [...surveyed.protected.map(({ path }) => join(root, path)), ...parts];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
