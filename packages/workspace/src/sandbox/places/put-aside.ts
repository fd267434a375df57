import { mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Moves files of the workspace to a folder of ours where they do nothing. Nobody loses them. */
export function putAside(paths: readonly string[], { root, home }: { root: string; home: string }): void {
  const aside = join(home, "cache", "sandbox-not-kept", `${Date.now()}`);
  for (const path of paths) move(join(root, path), join(aside, path));
}

function move(from: string, to: string): void {
  // A command that still runs may have put a link in the way, to have us move what is elsewhere.
  if (realFolder(from) !== dirname(from)) return;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    renameSync(from, to);
  } catch {
    rmSync(from, { recursive: true, force: true });
  }
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(dirname(path));
  } catch {
    return undefined;
  }
}
