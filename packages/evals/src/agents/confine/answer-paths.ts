import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/** Where the built-in suites are in an installation, in a checkout, and in a build. */
const ownSuites = [
  "suites",
  "evals/suites",
  "dist/evals/suites",
  "packages/evals/suites",
  "apps/cli/dist/evals/suites",
  "node_modules/@roo-code/evals/suites",
];

/**
 * Every folder known to contain answers: the suite, the built-in suites, the same in other worktrees of their repositories, the
 * repositories themselves, and our home with the results of earlier trials.
 */
export function findAnswerPaths({ suite, home }: { readonly suite: string; readonly home: string }): readonly string[] {
  const own = ancestorsOf(import.meta.dirname);
  const copies = [suite, ...own.flatMap((folder) => ownSuites.map((name) => join(folder, name))).filter(isOwnSuites)];
  const repositories = [suite, import.meta.dirname].flatMap((folder) => repositoryAround(folder) ?? []);
  const elsewhere = repositories.flatMap(({ top, worktrees }) =>
    worktrees.flatMap((worktree) => [
      ...copies.filter((copy) => isInside(top, copy)).map((copy) => join(worktree, relative(top, copy))),
      ...ownSuites.map((name) => join(worktree, name)).filter(isOwnSuites),
      join(worktree, ".git"),
    ]),
  );
  const all = [home, ...copies, ...elsewhere, ...repositories.map(({ gitFolder }) => gitFolder)];
  return [...new Set(all.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : [])))];
}

interface Repository {
  readonly top: string;
  /** All its worktrees, including this one. */
  readonly worktrees: readonly string[];
  /** Where its objects are. */
  readonly gitFolder: string;
}

function repositoryAround(folder: string): Repository | undefined {
  const top = ancestorsOf(folder).find((each) => existsSync(join(each, ".git")));
  if (top === undefined) return undefined;
  const git = join(top, ".git");
  const own = statSync(git).isDirectory() ? git : resolve(top, /^gitdir: (.+)$/m.exec(textOf(git))?.[1] ?? ".git");
  const common = textOf(join(own, "commondir")).trim();
  const gitFolder = common === "" ? own : resolve(own, common);
  const others = namesIn(join(gitFolder, "worktrees")).map((name) =>
    dirname(textOf(join(gitFolder, "worktrees", name, "gitdir")).trim()),
  );
  const main = basename(gitFolder) === ".git" ? [dirname(gitFolder)] : [];
  return { top, gitFolder, worktrees: [...new Set([top, ...main, ...others])].filter((each) => each !== ".") };
}

/** From the folder itself up to the root. */
function ancestorsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}

function isOwnSuites(folder: string): boolean {
  return existsSync(join(folder, "roo-mini", "suite.yaml"));
}

export function isInside(folder: string, path: string): boolean {
  const fromFolder = relative(folder, path);
  return fromFolder === "" || !(fromFolder === ".." || fromFolder.startsWith("../"));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
