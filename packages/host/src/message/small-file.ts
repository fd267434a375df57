import { readFileSync, statSync } from "node:fs";

const maxBytes = 64 * 1024;

/** The text of a small regular file; undefined for anything else, a pipe that would be waited for included. */
export function readSmallFile(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
