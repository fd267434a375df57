import { accessSync, constants } from "node:fs";

/** Whether there is a program that we may run. Never throws. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
