import { closeSync, fstatSync, readFileSync } from "node:fs";
import type { HeldFolder } from "./held-folder.ts";

/** All of a regular file; undefined for anything else. Throws the system's errors, ELOOP for a link. */
export function readHeldFile(folder: HeldFolder, name: string): Buffer | undefined {
  const file = folder.openFile(name);
  try {
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}
