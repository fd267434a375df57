import { relative, sep } from "node:path";
import { isIgnoredBy, readLayer } from "../files/git-ignore.ts";
import { isTempName } from "../files/temp-name.ts";

/** Workspace-relative paths that changed; an empty path if there are too many, or some may have been missed. */
export type FolderChanges = readonly string[];

const gatherMs = 100;
/** chokidar drops changes of a file that follow an event within 50 ms: such a file is reported once more. */
const settleMs = 60;
const maxListed = 500;
const skipped = new Set([".git", "node_modules"]);

/**
 * Reports changed files until the returned function is called. Ignored files are not watched. What changes before the watch
 * is established is not noticed: then an empty path is reported.
 */
export async function watchFolder(folder: string, onChange: (changes: FolderChanges) => void): Promise<() => void> {
  const { watch } = await import("chokidar");
  const layer = await readLayer(folder);
  const layers = layer ? [layer] : [];
  const isLeftOut = (path: string, isFolder: boolean): boolean => {
    if (path === folder) return false;
    const name = path.slice(path.lastIndexOf(sep) + 1);
    return skipped.has(name) || isTempName(name) || isIgnoredBy(layers, isFolder ? path + sep : path);
  };
  const watcher = watch(folder, {
    ignored: (path, stat) => isLeftOut(path, stat?.isDirectory() ?? false),
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
  });
  /** When each was last reported by chokidar. */
  const changed = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    const paths = changed.size > maxListed ? [""] : [...changed.keys()].sort();
    const settledBefore = performance.now() - settleMs;
    for (const [path, changedAt] of changed) if (changedAt < settledBefore) changed.delete(path);
    timer = changed.size > 0 ? setTimeout(report, settleMs) : undefined;
    onChange(paths);
  };
  watcher.on("all", (_, path) => {
    changed.set(relative(folder, path).split(sep).join("/"), performance.now());
    timer ??= setTimeout(report, gatherMs);
  });
  // A folder that cannot be watched reports nothing; reading it still works.
  watcher.on("error", () => undefined);
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  onChange([""]);
  return () => {
    clearTimeout(timer);
    void watcher.close();
  };
}
