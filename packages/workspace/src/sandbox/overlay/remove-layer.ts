import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes a folder with `work` in it, where the kernel left one that nobody may enter. Best effort. */
export function removeLayer(folder: string): void {
  try {
    const closed = join(folder, "work", "work");
    if (existsSync(closed)) chmodSync(closed, 0o700);
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // What a command made unreadable for itself stays until the folder around it goes.
  }
}
