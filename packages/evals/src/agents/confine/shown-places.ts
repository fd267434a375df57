import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { isInside } from "./answer-places.ts";

export interface ShownPlaces {
  readonly home: string;
  /** Programs of the search path with what is beside them, and what variables of toolchains name. */
  readonly tools: readonly string[];
  /** Settings and keys in the person's home, and what the command line names: these may be written. */
  readonly own: readonly string[];
}

/** More folders for an agent to see, separated like those of `PATH`. */
const moreVariable = "ROO_EVALS_SHOW";

const namingVariables =
  /^(JAVA_HOME|GOROOT|GOPATH|VIRTUAL_ENV|CONDA_PREFIX|XDG_\w+_HOME|NVM_DIR|PYENV_ROOT|CARGO_HOME|RUSTUP_HOME|\w+_CREDENTIALS|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|SSH_AUTH_SOCK)$/;

/**
 * What a program that is compared with ours sees of the machine besides the system: its tools, its settings, and no folder with work in
 * it, for any of those may hold a copy of the answers.
 */
export function shownPlaces(line: string, environment: NodeJS.ProcessEnv): ShownPlaces {
  const home = environment["HOME"] ?? homedir();
  const searched = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  const named = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && namingVariables.test(name) ? [value] : [],
  );
  const programs = wordsOf(line).flatMap((word) => searched.map((folder) => join(folder, word)).find(isFile) ?? []);
  const tools = [
    ...searched.map(withNeighbours),
    ...named,
    ...programs.map((file) => projectOf(realpathSync(file), home)),
  ];
  const settings = namesIn(home).filter((name) => name.startsWith(".") && name !== ".git");
  const more = (environment[moreVariable] ?? "").split(delimiter);
  const own = [
    ...settings.map((name) => join(home, name)),
    ...wordsOf(line).flatMap((word) => placeNamed(word, home)),
    ...more,
  ];
  const isShowable = (path: string) => /^\/[^/]+\/./.test(path) && existsSync(path) && !isInside(path, home);
  return { home, tools: unique(tools.filter(isShowable)), own: unique(own.filter(isShowable)) };
}

/** Words of a line for the shell, roughly: what looks like a name or a path. */
function wordsOf(line: string): readonly string[] {
  return line.split(/[\s"'`;|&<>()=,]+/).filter((word) => word !== "");
}

/** What a path in the line leads to: a folder, or the project that a file belongs to. */
function placeNamed(word: string, home: string): readonly string[] {
  if (!word.startsWith("/")) return [];
  const found = existing(word);
  return [isFile(found) ? projectOf(found, home) : found];
}

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

const projectFiles = [".git", "package.json", "pyproject.toml", "Cargo.toml", "go.mod"];

/** A program brings along what it is made of. */
function projectOf(file: string, home: string): string {
  const [before, ...modules] = file.split("/node_modules/");
  if (modules.length > 0) return `${before}/node_modules`;
  for (let folder = dirname(file); /^\/[^/]+\/./.test(folder) && folder !== home; folder = dirname(folder))
    if (projectFiles.some((name) => existsSync(join(folder, name)))) return folder;
  return dirname(file);
}

/** A folder `bin` together with what is beside it. */
function withNeighbours(folder: string): string {
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
