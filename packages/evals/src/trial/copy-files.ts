import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Copies files of one folder to the same places in another. */
export function copyFiles(paths: Iterable<string>, { from, to }: { from: string; to: string }): void {
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
  }
}

/** In place of whatever is there. */
export function putFile(folder: string, path: string, content: string | Uint8Array): void {
  removeFile(folder, path);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

export function removeFile(folder: string, path: string): void {
  rmSync(join(folder, path), { recursive: true, force: true });
}
