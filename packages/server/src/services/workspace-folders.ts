import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { RooError } from "@roo-code/types";

const systemFolders = ["/proc", "/sys", "/dev", "/boot"];

/**
 * Throws `RooError` `workspace_refused` for folders that would give an agent the whole machine or our own keys and
 * tasks: `/`, system folders, the home of Roo Code, and any folder that contains it.
 */
export function requireOpenable(folder: string, paths: { readonly home: string; readonly ownFolders: string }): void {
  const why = reason(folder, paths);
  if (why === undefined) return;
  throw new RooError({
    code: "workspace_refused",
    message: `Refusing to open ${folder}: ${why}.`,
    next: "Open a project folder.",
  });
}

function reason(folder: string, { home, ownFolders }: { home: string; ownFolders: string }): string | undefined {
  if (folder === "/" || /^[a-z]:\\?$/i.test(folder)) return "it is the whole disk";
  if (systemFolders.some((one) => isWithin(one, folder))) return "it is a system folder";
  if (isWithin(folder, home)) return "it contains the state of Roo Code";
  if (isWithin(home, folder) && !isWithin(ownFolders, folder)) return "it holds the state of Roo Code";
  return undefined;
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

export function realFolder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Thrown below, as for a path that is not a folder.
  }
  throw workspaceMissing(path);
}

export function workspaceMissing(folder: string): RooError {
  return new RooError({
    code: "workspace_missing",
    message: `Folder ${JSON.stringify(folder.slice(0, 300))} does not exist or cannot be entered.`,
  });
}

export function isInRepository(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, ".git"))) return true;
    if (current === dirname(current)) return false;
  }
}

/** Whether a path is inside a folder, not the folder itself. */
export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder + sep);
}

/** The name without characters that file systems reject. */
export function folderName(name: string): string {
  return (
    name
      .replaceAll(/[^\p{L}\p{N}._ -]/gu, "-")
      .replace(/^[.\s-]+/, "")
      .slice(0, 100)
      .trim() || "folder"
  );
}

export function nameOfRepository(url: string): string {
  const last =
    url
      .replace(/[/\\]+$/, "")
      .split(/[/:\\]/)
      .at(-1) ?? "";
  return (
    last
      .replace(/\.git$/, "")
      .replaceAll(/[\p{Cc}\p{Cs}]/gu, "")
      .slice(0, 200) || "repository"
  );
}
