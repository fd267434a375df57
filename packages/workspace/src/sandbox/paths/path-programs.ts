import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "../../files/confine.ts";
import { isSystemPath } from "./system-paths.ts";

/** The files that the programs on a search path need. */
export interface ProgramPaths {
  /** Shown read-only: never more than an installation, so that nothing beside it is visible. */
  readonly shown: readonly string[];
  /** In shown folders, but not programs. */
  readonly secrets: readonly string[];
}

export interface SearchPath {
  readonly path: string;
  /** The user's. */
  readonly home: string;
}

const known = new Map<string, { readonly stamp: string; readonly paths: ProgramPaths }>();

/** Determined once per process, and again when a folder of the path changes. Never throws. */
export function programPaths({ path, home }: SearchPath): ProgramPaths {
  const folders = [...new Set(path.split(":"))].filter((folder) => isShowable(folder, home));
  const key = `${home}\0${path}`;
  const stamp = folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.ctimeMs).join(" ");
  const found = known.get(key);
  if (found?.stamp === stamp) return found.paths;
  const paths = lookUp(folders, home);
  known.set(key, { stamp, paths });
  return paths;
}

/** A path may be long; the first thousand links are enough. */
const maxLinks = 1000;
const looksSecret = /^\.(env|npmrc|netrc|pypirc)|^credentials|^id_(rsa|ecdsa|ed25519|dsa)|\.(pem|key|p12|pfx)$/i;

function lookUp(folders: readonly string[], home: string): ProgramPaths {
  const shown = new Set<string>();
  const secrets: string[] = [];
  // Roo's own Node runs the tools of a project that has no other.
  const programs = [process.execPath];
  for (const folder of folders) {
    for (const path of installationOf(folder, home)) shown.add(path);
    for (const entry of entriesOf(folder)) {
      if (looksSecret.test(entry.name)) secrets.push(join(folder, entry.name));
      else if (entry.isSymbolicLink() && programs.length < maxLinks) programs.push(join(folder, entry.name));
    }
  }
  for (const program of programs) {
    const real = realOf(program);
    if (real === undefined || !isShowable(real, home) || [...shown].some((path) => isInside(path, real))) continue;
    for (const path of pathsOf(real, home)) shown.add(path);
  }
  return { shown: outermost([...shown]), secrets };
}

function pathsOf(program: string, home: string): readonly string[] {
  const folder = dirname(program);
  return isProgramFolder(folder) || packagesOf(folder) ? installationOf(folder, home) : [program];
}

/** Parts of every installation, if they exist. */
const standardFolders = "bin sbin lib lib32 lib64 libexec share include".split(" ");

/** Kinds of installations, recognized by a name in them, and their additional parts. */
const layouts: readonly { readonly sign: string; readonly parts: readonly string[] }[] = [
  { sign: "pyvenv.cfg", parts: ["pyvenv.cfg"] },
  { sign: "conda-meta", parts: ["."] },
  // Go.
  { sign: "pkg/tool", parts: ["."] },
  // Java.
  { sign: "release", parts: ["release", "conf", "jmods", "legal", "jre"] },
  // Maven, Gradle.
  { sign: "boot", parts: ["boot", "conf"] },
  { sign: "init.d", parts: ["init.d"] },
  // asdf, mise, pyenv, rbenv and similar: the programs themselves are elsewhere in it.
  { sign: "shims", parts: "shims versions installs plugins version completions src".split(" ") },
  // Volta.
  { sign: "tools/image", parts: ["tools", "volta"] },
];

/** A folder of programs with everything they load; if it is in a folder with other content, only itself. */
function installationOf(folder: string, home: string): readonly string[] {
  const packages = packagesOf(folder);
  if (packages !== undefined) return [packages];
  const root = dirname(folder);
  const isShared = isInside(root, home) || root === join(home, ".local") || root === join(home, ".cargo");
  if (!isProgramFolder(folder) || isShared || dirname(root) === "/") return [folder];
  const special = layouts.filter(({ sign }) => existsSync(join(root, sign))).flatMap(({ parts }) => parts);
  const parts = [...standardFolders, ...special].map((name) => join(root, name));
  return [folder, ...parts.filter((path) => path !== folder && existsSync(path)), ...basePython(root, home)];
}

/** An npm package needs its siblings. */
function packagesOf(folder: string): string | undefined {
  return /^.*?\/node_modules(?=\/)/.exec(folder)?.[0];
}

/** A virtual environment uses the interpreter and library of another installation. */
function basePython(root: string, home: string): readonly string[] {
  const real = existsSync(join(root, "pyvenv.cfg")) ? realOf(join(root, "bin", "python")) : undefined;
  if (real === undefined || isInside(root, real) || !isShowable(real, home)) return [];
  return pathsOf(real, home);
}

function isProgramFolder(folder: string): boolean {
  return ["bin", "sbin", "shims", "libexec"].includes(basename(folder));
}

/** At least two levels deep, not the user's home or one of its parents, and not shown anyway. */
function isShowable(path: string, home: string): boolean {
  return /^\/[^/]+\/./.test(path) && !isInside(path, home) && !isSystemPath(path) && existsSync(path);
}

function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && isInside(other, path)));
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
