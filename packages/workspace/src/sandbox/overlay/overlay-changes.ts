import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export type OverlayChange =
  | { readonly kind: "write" | "folder"; readonly path: string }
  | { readonly kind: "delete"; readonly path: string };

/**
 * What was changed over a folder, from the layer with the changes. `shownIn` lists what is visible in a folder that exists in
 * both: one that was deleted and created again hides its old content, which the layer alone does not show.
 */
export async function overlayChanges(options: {
  readonly lower: string;
  readonly upper: string;
  readonly shownIn: (folders: readonly string[]) => Promise<ReadonlySet<string>>;
}): Promise<readonly OverlayChange[]> {
  const { lower, upper, shownIn } = options;
  const changes: OverlayChange[] = [];
  const shared: string[] = [];
  const queue = [""];
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    for (const name of readdirSync(join(upper, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const entry = lstatSync(join(upper, path));
      if (entry.isDirectory()) {
        queue.push(path);
        if (isFolder(join(lower, path))) shared.push(path);
        else changes.push({ kind: "folder", path });
      } else if (isWhiteout(entry)) changes.push({ kind: "delete", path });
      else if (entry.isFile() || entry.isSymbolicLink()) changes.push({ kind: "write", path });
    }
  }
  return [...changes, ...(await hidden({ lower, shared, shownIn, changes }))];
}

async function hidden(options: {
  lower: string;
  shared: readonly string[];
  shownIn: (folders: readonly string[]) => Promise<ReadonlySet<string>>;
  changes: readonly OverlayChange[];
}): Promise<readonly OverlayChange[]> {
  const { lower, shared, shownIn, changes } = options;
  const listed = new Set(changes.map(({ path }) => path));
  const candidates = shared.flatMap((folder) => readdirSync(join(lower, folder)).map((name) => `${folder}/${name}`));
  const open = candidates.filter((path) => !listed.has(path) && !shared.includes(path));
  if (open.length === 0) return [];
  const shown = await shownIn(shared);
  return open.filter((path) => !shown.has(path)).map((path) => ({ kind: "delete", path }));
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** How the kernel marks deleted files. */
function isWhiteout(entry: { isCharacterDevice(): boolean; readonly rdev: number }): boolean {
  return entry.isCharacterDevice() && entry.rdev === 0;
}
