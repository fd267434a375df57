import { sep } from "node:path";
import { RooError } from "@roo-code/types";

const systemFolders = ["/proc", "/sys", "/dev", "/boot"];

/**
 * Throws `RooError` `workspace_refused` for folders in which an agent would hold the whole machine, or our own state
 * with its keys and the other tasks: `/`, the system's, the home of Roo Code, and whatever contains that.
 */
export function requireOpenable(folder: string, places: { readonly home: string; readonly ownFolders: string }): void {
  const why = reason(folder, places);
  if (why === undefined) return;
  throw new RooError({
    code: "workspace_refused",
    message: `${folder} is not opened: ${why}.`,
    next: "Open a folder of a project.",
  });
}

function reason(folder: string, { home, ownFolders }: { home: string; ownFolders: string }): string | undefined {
  if (folder === "/" || /^[a-z]:\\?$/i.test(folder)) return "it is the whole disk";
  if (systemFolders.some((one) => isWithin(one, folder))) return "it belongs to the system";
  if (isWithin(folder, home)) return "the state of Roo Code is in it";
  if (isWithin(home, folder) && !isWithin(ownFolders, folder)) return "it is the state of Roo Code";
  return undefined;
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
