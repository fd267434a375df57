import { isAbsolute, relative, resolve, sep } from "node:path";
import { RooError } from "@roo-code/types";

/** Whether a path is one of `paths` or below one. All are workspace-relative. */
export function coversPath(paths: readonly string[], path: string): boolean {
  return paths.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
}

/** Converts paths relative to `from` to workspace-relative ones. Throws `RooError` `outside_workspace`. */
export function workspacePaths(
  paths: readonly string[],
  { workspace, from }: { readonly workspace: string; readonly from: string },
): readonly string[] | undefined {
  if (paths.length === 0) return undefined;
  return paths.map((path) => {
    const inside = relative(workspace, resolve(from, path));
    if (inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return inside.replaceAll(sep, "/");
    throw new RooError({
      code: "outside_workspace",
      message: `${path} is not in the task's folder ${workspace}.`,
      next: "Name files in that folder.",
    });
  });
}
