import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { isInside } from "../../files/real-path.ts";
import { replaceFile } from "../../files/replace-file.ts";

const usualMode = 0o644;

/** The text that is there; undefined where nothing is. */
export function textAt(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw notWritten(path, error);
  }
}

/** Throws `RooError` when a link on the way leads out of the root. */
export async function writeInside(root: string, path: string, content: string): Promise<void> {
  const absolute = join(root, path);
  mkdirSync(root, { recursive: true });
  let folder = dirname(absolute);
  while (!statSync(folder, { throwIfNoEntry: false })) folder = dirname(folder);
  const isLink = lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink || !isInside(realpathSync.native(root), realpathSync.native(folder))) throw leadsOut(path);
  try {
    await replaceFile(absolute, content, usualMode);
  } catch (error) {
    throw notWritten(path, error);
  }
}

function leadsOut(path: string): RooError {
  return new RooError({
    code: "outside_workspace",
    message: `${path} was not written: it is a symbolic link, or one on its path leads elsewhere.`,
    next: "Remove the link, or write the file yourself.",
  });
}

function notWritten(path: string, cause: unknown): RooError {
  return new RooError({
    code: "project_not_writable",
    message: `${path} cannot be written (${systemErrorCode(cause) ?? "unknown error"}).`,
    next: "Check the folder's permissions and the space left, then run it again.",
    cause,
  });
}
