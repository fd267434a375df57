import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { tempPaths } from "../../temp-name.ts";
import type { OverlayChange } from "./overlay-changes.ts";

export interface KeepRequest {
  readonly root: string;
  readonly upper: string;
  readonly changes: readonly OverlayChange[];
  readonly mayWrite: (path: string) => boolean;
}

/** Larger ones are taken to have changed. */
const mostCompared = 64 * 1024 ** 2;

/** Brings back what may be written. Gives the paths of what was not. */
export function keepChanges({ root, upper, changes, mayWrite }: KeepRequest): readonly string[] {
  const dropped: string[] = [];
  for (const change of changes) {
    const { kind, path } = change;
    const [from, to] = [join(upper, path), join(root, path)];
    const { fresh } = tempPaths({ given: path, relative: path, absolute: to });
    if (kind === "folder" || (kind === "write" && isSame(from, to))) continue;
    if (!mayWrite(path) || leadsElsewhere(root, path) || !keep({ kind, from, to, fresh })) dropped.push(path);
  }
  return dropped;
}

function keep({
  kind,
  from,
  to,
  fresh,
}: {
  kind: "write" | "delete";
  from: string;
  to: string;
  fresh: string;
}): boolean {
  try {
    if (kind === "delete") {
      rmSync(to, { recursive: true, force: true });
      return true;
    }
    mkdirSync(dirname(to), { recursive: true });
    rmSync(fresh, { force: true });
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), fresh);
    else copyFileSync(from, fresh);
    if (lstatSync(to, { throwIfNoEntry: false })?.isDirectory()) rmSync(to, { recursive: true });
    renameSync(fresh, to);
    return true;
  } catch {
    return false;
  }
}

/** A folder on the way that is a link, in the workspace itself, would lead the write out of it. */
function leadsElsewhere(root: string, path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.some((_, index) => {
    const folder = join(root, ...folders.slice(0, index + 1));
    return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  });
}

/** A file that was merely opened for writing lies in the layer, too. */
function isSame(from: string, to: string): boolean {
  const [one, other] = [lstatSync(from), lstatSync(to, { throwIfNoEntry: false })];
  if (!other || one.mode !== other.mode || one.size !== other.size) return false;
  if (one.isSymbolicLink()) return readlinkSync(from) === readlinkSync(to);
  return one.isFile() && one.size <= mostCompared && readFileSync(from).equals(readFileSync(to));
}
