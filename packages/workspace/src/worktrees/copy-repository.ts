import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import type { Git } from "../snapshots/git-program.ts";

interface RepositoryCopy {
  /** The `.git` of the workspace's: a folder, or a file that names one. */
  readonly from: string;
  readonly to: string;
  /** Names, relative to the repository, that it is not to see as new. */
  readonly hidden: readonly string[];
}

/** What changes how files are read and compared. No address, no hook, no program. */
const keptSettings: ReadonlySet<string> = new Set(
  `core.filemode core.autocrlf core.eol core.ignorecase core.symlinks core.precomposeunicode core.safecrlf
  core.quotepath core.sparsecheckout core.sparsecheckoutcone index.sparse user.name user.email
  extensions.objectformat`.split(/\s+/),
);
const knownExtensions: ReadonlySet<string> = new Set(
  "extensions.objectformat extensions.worktreeconfig extensions.noop extensions.partialclone".split(" "),
);
const errorsOfRepository: ReadonlySet<string> = new Set("ENOENT ENOTDIR EISDIR EACCES EPERM EINVAL ELOOP".split(" "));

/**
 * A repository for a copy: HEAD, branches and index of its own, objects read from the workspace's, into which it never
 * writes. Returns where those are; undefined, and nothing is made, for one of a kind that this cannot be done with.
 */
export async function copyRepository(git: Git, copy: RepositoryCopy): Promise<string | undefined> {
  try {
    const gitFolder = folderOf(copy.from);
    const common = commonFolder(gitFolder);
    const settings = await readSettings(git, [join(common, "config"), join(gitFolder, "config.worktree")]);
    if ([...settings.keys()].some((name) => name.startsWith("extensions.") && !knownExtensions.has(name)))
      return undefined;
    mkdirSync(join(copy.to, "objects", "info"), { recursive: true });
    mkdirSync(join(copy.to, "info"));
    const objects = realpathSync(join(common, "objects"));
    writeFileSync(join(copy.to, "objects", "info", "alternates"), `${objects}\n`);
    writeFileSync(join(copy.to, "config"), settingsText(settings));
    copyReferences({ gitFolder, common }, copy.to);
    copyIndex(gitFolder, copy.to);
    for (const name of ["info/attributes", "info/sparse-checkout"]) copyIfThere(gitFolder, copy.to, name);
    writeFileSync(join(copy.to, "info", "exclude"), excludeText(common, copy.hidden));
    // Last: without it, git sees no repository.
    writeFileSync(join(copy.to, "HEAD"), readFileSync(join(gitFolder, "HEAD")));
    return objects;
  } catch (error) {
    rmSync(copy.to, { recursive: true, force: true });
    if (error instanceof RooError || errorsOfRepository.has(systemErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}

function folderOf(path: string): string {
  if (!lstatSync(path).isFile()) return path;
  const named = /^gitdir: (.+)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  return resolve(path, "..", named);
}

/** Of a linked work tree of git's: where the objects and branches are. */
function commonFolder(gitFolder: string): string {
  const path = join(gitFolder, "commondir");
  return existsSync(path) ? resolve(gitFolder, readFileSync(path, "utf8").trim()) : gitFolder;
}

async function readSettings(git: Git, files: readonly string[]): Promise<Map<string, string>> {
  const settings = new Map<string, string>();
  for (const file of files.filter((one) => existsSync(one))) {
    const listed = await git({ arguments: ["config", "--file", file, "--no-includes", "--list", "-z"] });
    for (const entry of listed.toString("utf8").split("\0").slice(0, -1)) {
      const [name = "", ...value] = entry.split("\n");
      settings.set(name, value.length === 0 ? "true" : value.join("\n"));
    }
  }
  return settings;
}

function settingsText(settings: ReadonlyMap<string, string>): string {
  const version = settings.has("extensions.objectformat") ? 1 : 0;
  const fixed = `[core]
	repositoryformatversion = ${version}
	bare = false
	logAllRefUpdates = true
[gc]
	auto = 0
`;
  const kept = [...settings].filter(([name]) => keptSettings.has(name));
  return fixed + kept.map(([name, value]) => settingText(name, value)).join("");
}

function settingText(name: string, value: string): string {
  const [section, key] = name.split(".");
  return `[${section}]\n\t${key} = "${value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"\n`;
}

function copyReferences({ gitFolder, common }: { gitFolder: string; common: string }, to: string): void {
  const filter = (source: string): boolean => !source.endsWith(".lock");
  mkdirSync(join(to, "refs"));
  for (const folder of new Set([common, gitFolder])) {
    if (existsSync(join(folder, "refs"))) cpSync(join(folder, "refs"), join(to, "refs"), { recursive: true, filter });
  }
  copyIfThere(common, to, "packed-refs");
  copyIfThere(common, to, "shallow");
}

/** An index may rest upon another one, which is beside it. */
function copyIndex(gitFolder: string, to: string): void {
  const names = readdirSync(gitFolder).filter((name) => name === "index" || /^sharedindex\.[0-9a-f]+$/.test(name));
  for (const name of names) copyIfThere(gitFolder, to, name);
}

function copyIfThere(from: string, to: string, name: string): void {
  if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
}

function excludeText(common: string, hidden: readonly string[]): string {
  const path = join(common, "info", "exclude");
  const own = existsSync(path) ? readFileSync(path, "utf8") : "";
  return [own, ...hidden.map((name) => `/${name.replace(/[\\*?[\] ]/g, "\\$&")}`), ""].join("\n");
}
