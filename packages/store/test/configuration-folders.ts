import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tempFolder } from "./temp-folder.ts";

/** A writable copy of the home and project of a Roo Code user. */
export function rooFolders() {
  const folder = tempFolder("roo");
  cpSync(fileURLToPath(new URL("../fixtures/configuration", import.meta.url)), folder, { recursive: true });
  return { home: join(folder, "home"), workspace: join(folder, "project") };
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A new home and workspace with the given files. */
export function configurationFolders(files: { home?: Files; workspace?: Files } = {}) {
  const folder = tempFolder();
  const roots = { home: join(folder, "home", ".roo"), workspace: join(folder, "workspace") };
  for (const root of Object.values(roots)) mkdirSync(root, { recursive: true });
  const write = (root: keyof typeof roots, path: string, content: string | Uint8Array): string => {
    const absolute = join(roots[root], path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    return absolute;
  };
  const link = (path: string, target: string): string => {
    const absolute = join(roots.workspace, path);
    mkdirSync(dirname(absolute), { recursive: true });
    symlinkSync(target, absolute);
    return absolute;
  };
  for (const root of ["home", "workspace"] as const) {
    for (const [path, content] of Object.entries(files[root] ?? {})) write(root, path, content);
  }
  return { ...roots, folder, write, link };
}
