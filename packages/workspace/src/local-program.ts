import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { isInside } from "./confine.ts";
import { isExecutable } from "./is-executable.ts";

/** Whether a shell may find a program of this name in the workspace itself, where anybody can have put it. */
export function isLocalProgram(
  name: string,
  { root, path }: { readonly root: string; readonly path: string },
): boolean {
  return path.split(":").some((place) => {
    const folder = realFolder(resolve(root, place));
    return isInside(root, folder) && isExecutable(join(folder, name));
  });
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
