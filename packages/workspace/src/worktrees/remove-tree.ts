import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "@roo-code/types";

/** Removes a folder with all that is in it, also where its permissions forbid that. Follows no link. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!["EACCES", "EPERM", "ENOTEMPTY"].includes(systemErrorCode(error) ?? "")) throw error;
    openFolders(path);
    rmSync(path, { recursive: true, force: true });
  }
}

function openFolders(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(path, entry.name));
  }
}
