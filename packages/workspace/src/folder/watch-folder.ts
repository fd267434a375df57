import { relative, sep } from "node:path";
import { isIgnoredBy, readLayer } from "../files/git-ignore.ts";
import { isTempName } from "../files/temp-name.ts";

/** Workspace-relative paths that changed; an empty path if there are too many. */
export type FolderChanges = readonly string[];

const gatherMs = 100;
const maxNamed = 500;
const skipped = new Set([".git", "node_modules"]);

/** Reports changed files until the returned function is called. Ignored files are not watched. */
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
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    const paths = changed.size > maxNamed ? [""] : [...changed].sort();
    changed.clear();
    onChange(paths);
  };
  watcher.on("all", (_, path) => {
    changed.add(relative(folder, path).split(sep).join("/"));
    timer ??= setTimeout(tell, gatherMs);
  });
  // A folder that cannot be watched reports nothing; reading it still works.
  watcher.on("error", () => undefined);
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  return () => {
    clearTimeout(timer);
    void watcher.close();
  };
}
