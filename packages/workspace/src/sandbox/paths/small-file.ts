import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** A command may have put anything there: a link, a pipe that blocks, an endless file. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const maxBytes = 1024 ** 2;

/** The text of a regular file; undefined for anything else, and if it is too long. Never throws. */
export function readSmallFile(path: string): string | undefined {
  try {
    const file = openSync(path, flags);
    try {
      const stat = fstatSync(file);
      return stat.isFile() && stat.size <= maxBytes ? readFileSync(file, "utf8") : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
