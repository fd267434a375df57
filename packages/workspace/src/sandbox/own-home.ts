import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../files/file-version.ts";
import { isSystemPath } from "./paths/system-paths.ts";

/** Where a command looks for its home: the person's, or another where that is no place to put one of its own over. */
export function homeFor(environment: Readonly<Record<string, string>>): string {
  const given = environment["HOME"] ?? homedir();
  return given.startsWith("/") && given !== "/" && !isSystemPath(given) ? given : "/home/sandbox";
}

export function ownHomeFolder({ home, root }: { readonly home: string; readonly root: string }): string {
  return join(home, "cache", "sandbox-home", sha256(root).slice(0, 16));
}

/** The folder that is there instead: one for each workspace, so that projects leave nothing to each other. */
export function ownHome(options: { readonly home: string; readonly root: string; readonly fallback: string }): string {
  const folder = ownHomeFolder(options);
  if (existsSync(folder)) return folder;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return options.fallback;
  }
}
