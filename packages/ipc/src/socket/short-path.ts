import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The kernel's limit for the path of a socket, without the zero at its end. */
export const longestSocketPath = process.platform === "darwin" ? 103 : 107;

export interface ShortPath {
  readonly path: string;
  /** Removes the link that made it short. */
  readonly release: () => void;
}

/** A path that the kernel takes for the same file or folder: itself, or a link in a private folder when it is too long. */
export function shortPathTo(target: string, room = 0): ShortPath {
  if (Buffer.byteLength(target) + room <= longestSocketPath) return { path: target, release: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "roo-"));
  const path = join(folder, "l");
  symlinkSync(target, path);
  return { path, release: () => rmSync(folder, { recursive: true, force: true }) };
}
