import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TarEntry } from "./tar.ts";

/** The files, folders and links below a folder, sorted, as entries below `prefix`. */
export function folderEntries(folder: string, prefix: string): TarEntry[] {
  const entries: TarEntry[] = [{ type: "folder", path: prefix }];
  const children = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const child of children) {
    const [file, path] = [join(folder, child.name), `${prefix}/${child.name}`];
    if (child.isDirectory()) entries.push(...folderEntries(file, path));
    else if (child.isSymbolicLink()) entries.push({ type: "link", path, target: readlinkSync(file) });
    else if (child.isFile())
      entries.push({ type: "file", path, content: () => readFileSync(file), isExecutable: isExecutable(file) });
  }
  return entries;
}

function isExecutable(file: string): boolean {
  return (statSync(file).mode & 0o100) !== 0;
}
