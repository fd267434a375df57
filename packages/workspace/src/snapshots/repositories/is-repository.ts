import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";

/** Whether a `.git` is one: git's own test for a folder; a file or a link points to one elsewhere. */
export function isRepository(path: string): boolean {
  const found = lookAt(path);
  if (!found?.isDirectory()) return found !== undefined;
  const isFolder = (name: string): boolean => lookAt(join(path, name))?.isDirectory() ?? false;
  return lookAt(join(path, "HEAD")) !== undefined && isFolder("objects") && isFolder("refs");
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
