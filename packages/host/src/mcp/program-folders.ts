import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { ProcessStart } from "@roo-code/mcp";

/** What marks the folder of a whole program. */
const markers = ["package.json", "pyproject.toml", "pyvenv.cfg", "go.mod", "Cargo.toml"];
const farthest = 8;

/**
 * Folders that a program is made of: those of the files it is started from, by their names and through links. Each up to
 * what marks a whole program, but never a whole home.
 */
export function programFolders({ program, arguments: given }: Pick<ProcessStart, "program" | "arguments">): string[] {
  const files = [program, ...given].filter((word) => isAbsolute(word) && existsSync(word));
  const folders = files.flatMap((file) => [folderOf(file), folderOf(realpathSync(file))]);
  return [...new Set(folders)].filter((folder) => folder !== "/" && folder !== homedir());
}

function folderOf(file: string): string {
  const own = dirname(file);
  // Packages use their neighbours.
  const [, before] = /^(.*?)\/node_modules(\/|$)/.exec(own) ?? [];
  if (before !== undefined) return join(before, "node_modules");
  let folder = own;
  for (let step = 0; step < farthest && dirname(folder) !== folder; step += 1) {
    if (folder === homedir()) return own;
    if (markers.some((marker) => existsSync(join(folder, marker)))) return folder;
    folder = dirname(folder);
  }
  return own;
}
