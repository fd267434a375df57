import { isSystemError } from "../log-errors.ts";

/** Whether a new index would fare no better: another process is at it, the disk is full or cannot be written. */
export function isBeyondIndex(error: unknown): boolean {
  if (isSystemError(error)) return true;
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return false;
  // The lower byte is the code, the rest says more about it.
  return codesBeyond.has(error.errcode % 256);
}

/** SQLite's numbers: no permission, busy, locked, read-only, input or output, full, cannot be opened. */
const codesBeyond: ReadonlySet<number> = new Set([3, 5, 6, 8, 10, 13, 14]);
