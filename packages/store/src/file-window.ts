import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A file opened to read parts of it. Its size is the one at the time it was opened. */
export interface FileWindows {
  readonly size: number;
  readonly mtimeMs: number;
  /** At most `length` bytes from `position` on; fewer at the end of the file. */
  read(position: number, length: number): Buffer;
}

/** Opens the file for `use` and closes it after. Throws system errors. */
export function withFile<Result>(path: string, use: (file: FileWindows) => Result): Result {
  const file = openSync(path, "r");
  try {
    const { size, mtimeMs } = fstatSync(file);
    return use({
      size,
      mtimeMs,
      read: (position, length) => readWindow(file, position, Math.min(length, size - position)),
    });
  } finally {
    closeSync(file);
  }
}

function readWindow(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(file, bytes, filled, bytes.length - filled, position + filled);
    // The file was truncated while we read.
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
