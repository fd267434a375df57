import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Everything in a folder: names, contents, modification times. Equal states mean that nothing was written. */
export function folderState(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, mode } = lstatSync(path);
      return [path, mode, mtimeMs, entry.isFile() ? readFileSync(path, "base64") : ""].join("|");
    })
    .sort();
}
