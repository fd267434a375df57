import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../commands/process-table.ts";
import { RooIgnore } from "../files/roo-ignore.ts";
import { dangerousParts } from "./paths/dangerous-parts.ts";
import { gitFolderPaths } from "./paths/git-folders.ts";
import { quarantine } from "./paths/quarantine.ts";
import {
  heartbeatMs,
  notesFolder,
  ownerOfParked,
  pidOf,
  type RunningNote,
  removePlaceholders,
} from "./paths/running-commands.ts";
import { Survey } from "./paths/survey.ts";

/**
 * Cleans up after commands whose Roo process was killed: removes their placeholders, and the protected files they created
 * until then. Returns the paths of those. Never throws.
 */
export function recoverCommands(home: string): readonly string[] {
  const folder = notesFolder(home);
  const names = namesIn(folder);
  for (const name of names.filter((each) => isLeftover(ownerOfParked(each)))) rmdirSync(join(folder, name));
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
  const until = statSync(file).mtimeMs + 2 * heartbeatMs;
  const changedWhileRunning = (path: string): boolean => {
    const changed = lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
    return changed >= since && changed <= until;
  };
  const before = new Set(known);
  const found = protectedIn(root).filter((path) => !before.has(path) && changedWhileRunning(path));
  quarantine(found, home);
  return found;
}

function protectedIn(root: string): readonly string[] {
  const surveyed = new Survey(root).scan(new RooIgnore(root).load());
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
