import { accessSync, constants, lstatSync, type Stats } from "node:fs";
import type { SkipRule } from "@roo-code/types";
import { holdParent } from "../files/held-folder.ts";
import type { DefaultModes } from "./tree-state.ts";

export type Examined =
  | {
      readonly kind: "file";
      readonly isLink: boolean;
      readonly size: number;
      readonly mode: number;
      readonly changed: number;
    }
  | { readonly kind: "skipped"; readonly rule: SkipRule }
  | { readonly kind: "folder" }
  | { readonly kind: "gone" };

/** Does not follow links in the path. */
export function examineFileAt(absolute: string, maxFileBytes: number): Examined {
  try {
    const { folder, name } = holdParent({ absolute });
    using parent = folder;
    return examineFile(parent.at(name), maxFileBytes);
  } catch {
    return { kind: "gone" };
  }
}

/** Examines an entry of an open folder without following it. */
export function examineFile(path: string, maxFileBytes: number): Examined {
  let stat: Stats | undefined;
  try {
    stat = lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return { kind: "gone" };
  }
  if (stat === undefined) return { kind: "gone" };
  if (stat.isDirectory()) return { kind: "folder" };
  if (!stat.isFile() && !stat.isSymbolicLink()) return { kind: "skipped", rule: "special" };
  if (stat.size > maxFileBytes) return { kind: "skipped", rule: "large" };
  if (stat.isFile() && !isReadable(path)) return { kind: "skipped", rule: "unreadable" };
  const changed = Math.max(stat.mtimeMs, stat.ctimeMs);
  return { kind: "file", isLink: stat.isSymbolicLink(), size: stat.size, mode: stat.mode & 0o7777, changed };
}

/** undefined for default permissions, and for links, which have none. */
export function nonDefaultMode(file: { isLink: boolean; mode: number }, usual: DefaultModes): number | undefined {
  if (file.isLink) return undefined;
  return file.mode === (file.mode & 0o100 ? usual.executable : usual.file) ? undefined : file.mode;
}

const isRoot = process.getuid?.() === 0;

function isReadable(path: string): boolean {
  if (isRoot) return true;
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
