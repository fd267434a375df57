import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { isInside } from "./answer-paths.ts";

interface VisiblePaths {
  readonly home: string;
  /** Folders on the PATH and their parents, and those named by toolchain variables. */
  readonly tools: readonly string[];
  /** Settings and keys in the user's home, and paths in the command line: these are writable. */
  readonly own: readonly string[];
}

/** More folders to make visible, separated as in `PATH`. */
const extraVariable = "ROO_EVALS_SHOW";

const pathVariables =
  /^(JAVA_HOME|GOROOT|GOPATH|VIRTUAL_ENV|CONDA_PREFIX|XDG_\w+_HOME|NVM_DIR|PYENV_ROOT|CARGO_HOME|RUSTUP_HOME|\w+_CREDENTIALS|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|SSH_AUTH_SOCK)$/;

/**
 * What a program that is compared with ours may see besides the system: its tools and settings, but no working folders,
 * because any of them may contain a copy of the answers.
 */
export function findVisiblePaths(line: string, environment: NodeJS.ProcessEnv): VisiblePaths {
  const home = environment["HOME"] ?? homedir();
  const searched = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  const named = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && pathVariables.test(name) ? [value] : [],
  );
  const programs = wordsOf(line).flatMap((word) => searched.map((folder) => join(folder, word)).find(isFile) ?? []);
  const tools = [
    ...searched.map(installFolder),
    ...named,
    ...programs.map((file) => projectOf(realpathSync(file), home)),
  ];
  const settings = namesIn(home).filter((name) => name.startsWith(".") && name !== ".git");
  const more = (environment[extraVariable] ?? "").split(delimiter);
  const own = [
    ...settings.map((name) => join(home, name)),
    ...wordsOf(line).flatMap((word) => pathsNamedBy(word, home)),
    ...more,
  ];
  const canBeVisible = (path: string) => /^\/[^/]+\/./.test(path) && existsSync(path) && !isInside(path, home);
  return { home, tools: unique(tools.filter(canBeVisible)), own: unique(own.filter(canBeVisible)) };
}

/** Roughly the words of a shell command: whatever looks like a name or a path. */
function wordsOf(line: string): readonly string[] {
  return line.split(/[\s"'`;|&<>()=,]+/).filter((word) => word !== "");
}

/** A folder named in the command, or the project of a file named there. */
function pathsNamedBy(word: string, home: string): readonly string[] {
  if (!word.startsWith("/")) return [];
  const found = closestExisting(word);
  return [isFile(found) ? projectOf(found, home) : found];
}

function closestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : closestExisting(dirname(path));
}

const projectFiles = [".git", "package.json", "pyproject.toml", "Cargo.toml", "go.mod"];

/** The folder with everything a program consists of. */
function projectOf(file: string, home: string): string {
  const [before, ...modules] = file.split("/node_modules/");
  if (modules.length > 0) return `${before}/node_modules`;
  for (let folder = dirname(file); /^\/[^/]+\/./.test(folder) && folder !== home; folder = dirname(folder))
    if (projectFiles.some((name) => existsSync(join(folder, name)))) return folder;
  return dirname(file);
}

/** The parent of a `bin` folder. */
function installFolder(folder: string): string {
  return ["bin", "sbin", "shims", ".bin"].includes(basename(folder)) ? dirname(folder) : folder;
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
