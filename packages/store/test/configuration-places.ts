import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tempFolder } from "./temp-folder.ts";

/** A home and a project as a person coming from Roo Code has them, to be written to. */
export function rooPlaces() {
  const folder = tempFolder("roo");
  cpSync(fileURLToPath(new URL("../fixtures/configuration", import.meta.url)), folder, { recursive: true });
  return { home: join(folder, "home"), workspace: join(folder, "project") };
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A home and a workspace of their own with the given files. */
export function configurationPlaces(files: { home?: Files; workspace?: Files } = {}) {
  const folder = tempFolder();
  const places = { home: join(folder, "home", ".roo"), workspace: join(folder, "workspace") };
  for (const root of Object.values(places)) mkdirSync(root, { recursive: true });
  const write = (place: keyof typeof places, path: string, content: string | Uint8Array): string => {
    const absolute = join(places[place], path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    return absolute;
  };
  const link = (path: string, target: string): string => {
    const absolute = join(places.workspace, path);
    mkdirSync(dirname(absolute), { recursive: true });
    symlinkSync(target, absolute);
    return absolute;
  };
  for (const place of ["home", "workspace"] as const) {
    for (const [path, content] of Object.entries(files[place] ?? {})) write(place, path, content);
  }
  return { ...places, folder, write, link };
}
