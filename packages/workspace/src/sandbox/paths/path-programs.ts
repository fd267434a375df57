import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside } from "../../files/confine.ts";
import { isSystemPath } from "./system-paths.ts";

/** What the programs that a search path leads to need of the disk. */
export interface ProgramPlaces {
  /** Shown read-only: never more than an installation, so that nothing beside it shows. */
  readonly shown: readonly string[];
  /** In shown folders, and nobody's program. */
  readonly secrets: readonly string[];
}

export interface SearchPath {
  readonly path: string;
  /** The person's. */
  readonly home: string;
}

const known = new Map<string, { readonly stamp: string; readonly places: ProgramPlaces }>();

/** Looked up once per process, and again when a folder of the path changed. Never throws. */
export function programPlaces({ path, home }: SearchPath): ProgramPlaces {
  const folders = [...new Set(path.split(":"))].filter((folder) => isShowable(folder, home));
  const key = `${home}\0${path}`;
  const stamp = folders.map((folder) => statSync(folder, { throwIfNoEntry: false })?.ctimeMs).join(" ");
  const found = known.get(key);
  if (found?.stamp === stamp) return found.places;
  const places = lookUp(folders, home);
  known.set(key, { stamp, places });
  return places;
}

/** A path may be long; what lies behind its first thousand links is enough. */
const maxLinks = 1000;
const looksSecret = /^\.(env|npmrc|netrc|pypirc)|^credentials|^id_(rsa|ecdsa|ed25519|dsa)|\.(pem|key|p12|pfx)$/i;

function lookUp(folders: readonly string[], home: string): ProgramPlaces {
  const shown = new Set<string>();
  const secrets: string[] = [];
  // Roo's own Node runs the tools of a project that has no other.
  const programs = [process.execPath];
  for (const folder of folders) {
    for (const place of installationOf(folder, home)) shown.add(place);
    for (const entry of entriesOf(folder)) {
      if (looksSecret.test(entry.name)) secrets.push(join(folder, entry.name));
      else if (entry.isSymbolicLink() && programs.length < maxLinks) programs.push(join(folder, entry.name));
    }
  }
  for (const program of programs) {
    const real = realOf(program);
    if (real === undefined || !isShowable(real, home) || [...shown].some((place) => isInside(place, real))) continue;
    for (const place of placesOf(real, home)) shown.add(place);
  }
  return { shown: outermost([...shown]), secrets };
}

function placesOf(program: string, home: string): readonly string[] {
  const folder = dirname(program);
  return isProgramFolder(folder) || packagesOf(folder) ? installationOf(folder, home) : [program];
}

/** Of every installation: these, if they are there. */
const standardFolders = "bin sbin lib lib32 lib64 libexec share include".split(" ");

/** What tells an installation of a certain kind by a name in it, and what that has beside the usual. */
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
  // asdf, mise, pyenv, rbenv and their like: the programs themselves are elsewhere in it.
  { sign: "shims", parts: "shims versions installs plugins version completions src".split(" ") },
  // Volta.
  { sign: "tools/image", parts: ["tools", "volta"] },
];

/** A folder of programs with what they load; of one that is in a folder of other things, only itself. */
function installationOf(folder: string, home: string): readonly string[] {
  const packages = packagesOf(folder);
  if (packages !== undefined) return [packages];
  const root = dirname(folder);
  const isAmongOthers = isInside(root, home) || root === join(home, ".local") || root === join(home, ".cargo");
  if (!isProgramFolder(folder) || isAmongOthers || dirname(root) === "/") return [folder];
  const special = layouts.filter(({ sign }) => existsSync(join(root, sign))).flatMap(({ parts }) => parts);
  const parts = [...standardFolders, ...special].map((name) => join(root, name));
  return [folder, ...parts.filter((place) => place !== folder && existsSync(place)), ...basePython(root, home)];
}

/** A package of npm needs those beside it. */
function packagesOf(folder: string): string | undefined {
  return /^.*?\/node_modules(?=\/)/.exec(folder)?.[0];
}

/** A virtual environment has its interpreter and library from another installation. */
function basePython(root: string, home: string): readonly string[] {
  const real = existsSync(join(root, "pyvenv.cfg")) ? realOf(join(root, "bin", "python")) : undefined;
  if (real === undefined || isInside(root, real) || !isShowable(real, home)) return [];
  return placesOf(real, home);
}

function isProgramFolder(folder: string): boolean {
  return ["bin", "sbin", "shims", "libexec"].includes(basename(folder));
}

/** Below a folder of the disk's root, not the person's home or around it, and not shown anyway. */
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
