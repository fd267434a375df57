import { mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { isInside } from "../files/real-path.ts";
import { projectFiles } from "./project-files.ts";
import { configurationSchemas } from "./schemas.ts";

export interface InitializedProject {
  /** Workspace-relative, in the order they were written. */
  readonly written: readonly string[];
  /** What was there already, and was left as it is. */
  readonly kept: readonly string[];
}

/** Gives a folder a small commented `.roo/`. Never overwrites anything; may be called again. Throws `RooError`. */
export function initProject(workspace: string): InitializedProject {
  const root = realFolder(workspace);
  const written: string[] = [];
  const kept: string[] = [];
  const schemas = [...configurationSchemas()].map(([name, text]) => [`.roo/schemas/${name}`, text] as const);
  for (const [path, content] of [...projectFiles, ...schemas]) {
    (writeNew(root, path, content) ? written : kept).push(path);
  }
  return { written, kept };
}

function realFolder(workspace: string): string {
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory()) return realpathSync.native(workspace);
  throw new RooError({
    code: "workspace_not_found",
    message: `There is no folder ${workspace}.`,
    next: "Create it first, or go to the folder of your project.",
  });
}

/** Whether it was written: not if something, even a link to nothing, is there by that name. */
function writeNew(root: string, path: string, content: string): boolean {
  const absolute = join(root, path);
  requireInside(root, path);
  try {
    mkdirSync(dirname(absolute), { recursive: true });
  } catch (error) {
    throw cannotWrite(path, error);
  }
  try {
    writeFileSync(absolute, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw cannotWrite(path, error);
  }
}

/** A `.roo` that is a link to elsewhere would have us write there. */
function requireInside(root: string, path: string): void {
  let folder = dirname(join(root, path));
  while (!statSync(folder, { throwIfNoEntry: false })) folder = dirname(folder);
  if (isInside(root, realpathSync.native(folder))) return;
  throw new RooError({
    code: "outside_workspace",
    message: `${path} was not written: a symbolic link on its path leads out of the project.`,
    next: "Remove the link, or write the file yourself.",
  });
}

function cannotWrite(path: string, cause: unknown): RooError {
  return new RooError({
    code: "project_not_writable",
    message: `${path} cannot be written (${systemErrorCode(cause) ?? "unknown error"}).`,
    next: "Check the folder's permissions and the space left, then run it again: what is written stays.",
    cause,
  });
}
