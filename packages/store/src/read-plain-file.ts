import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";
import { readBytes } from "./read-bytes.ts";

export interface PlainFile {
  readonly stat: Stats;
  /** The first of the file, as much as it held when it was measured; none of a folder, a pipe or a device. */
  readonly bytes: Buffer;
}

/** Waits for nobody: opening a pipe would take until somebody writes. Throws what the operating system says. */
export function readPlainFile(path: string, { most, follow }: { most: number; follow: boolean }): PlainFile {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = openSync(path, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW));
  try {
    const stat = fstatSync(file);
    return { stat, bytes: readBytes(file, stat.isFile() ? Math.min(stat.size, most) : 0) };
  } finally {
    closeSync(file);
  }
}
