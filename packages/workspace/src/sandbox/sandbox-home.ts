import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../files/file-version.ts";
import { isSystemPath } from "./paths/system-paths.ts";

/** A command's home: the user's, or another path if nothing can be mounted over that one. */
export function homeFor(environment: Readonly<Record<string, string>>): string {
  const given = environment["HOME"] ?? homedir();
  return given.startsWith("/") && given !== "/" && !isSystemPath(given) ? given : "/home/sandbox";
}

export function sandboxHomeFolder({ home, root }: { readonly home: string; readonly root: string }): string {
  return join(home, "cache", "sandbox-home", sha256(root).slice(0, 16));
}

/** The folder mounted there: one per workspace, so that projects do not share files. */
export function sandboxHome(options: {
  readonly home: string;
  readonly root: string;
  readonly fallback: string;
}): string {
  const folder = sandboxHomeFolder(options);
  if (existsSync(folder)) return folder;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return options.fallback;
  }
}
