import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { copyHeldFile, readHeldFile } from "../files/held-file.ts";
import { HeldFolder, holdParent } from "../files/held-folder.ts";
import type { Git } from "../snapshots/git-program.ts";

interface RepositoryCopy {
  /** The workspace's `.git`: a folder, or a file that names one. */
  readonly from: string;
  readonly to: string;
  /** Names, relative to the repository, that it must not report as untracked. */
  readonly hidden: readonly string[];
}

/** Settings that affect how files are read and compared. No URLs, hooks or programs. */
const keptSettings: ReadonlySet<string> = new Set(
  `core.filemode core.autocrlf core.eol core.ignorecase core.symlinks core.precomposeunicode core.safecrlf
  core.quotepath core.sparsecheckout core.sparsecheckoutcone index.sparse user.name user.email
  extensions.objectformat`.split(/\s+/),
);
const knownExtensions: ReadonlySet<string> = new Set(
  "extensions.objectformat extensions.worktreeconfig extensions.noop extensions.partialclone".split(" "),
);
const repositoryErrors: ReadonlySet<string> = new Set("ENOENT ENOTDIR EISDIR EACCES EPERM EINVAL ELOOP".split(" "));

/**
 * Creates a repository for a copy: with its own HEAD, branches and index, and with the workspace's objects, which it only
 * reads. No link is followed: a command may create one at any moment. Returns the path of the objects; undefined, and
 * nothing is created, for unsupported kinds of repositories.
 */
export async function copyRepository(git: Git, copy: RepositoryCopy): Promise<string | undefined> {
  try {
    const own = holdGitFolder(copy.from);
    using gitFolder = own.folder;
    const main = holdCommonFolder(own);
    using common = main.folder;
    // Checks that it exists and is not a link.
    common.enter("objects").close();
    const objects = join(main.path, "objects");
    const settings = await readSettings(git, [readText(common, "config"), readText(gitFolder, "config.worktree")]);
    if ([...settings.keys()].some((name) => name.startsWith("extensions.") && !knownExtensions.has(name)))
      return undefined;
    mkdirSync(join(copy.to, "objects", "info"), { recursive: true });
    mkdirSync(join(copy.to, "info"));
    writeFileSync(join(copy.to, "objects", "info", "alternates"), `${objects}\n`);
    writeFileSync(join(copy.to, "config"), settingsText(settings));
    copyReferences({ gitFolder, common }, copy.to);
    copyIndex(gitFolder, copy.to);
    using info = enterIfExists(gitFolder, "info");
    for (const name of ["attributes", "sparse-checkout"]) copyIfExists(info, name, join(copy.to, "info"));
    writeFileSync(join(copy.to, "info", "exclude"), excludeText(common, copy.hidden));
    // Last: without it, git does not recognize the repository.
    if (copyHeldFile(gitFolder, "HEAD", join(copy.to, "HEAD"))) return objects;
    rmSync(copy.to, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    rmSync(copy.to, { recursive: true, force: true });
    if (error instanceof RooError || repositoryErrors.has(systemErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** With the path by which it was found: the path a handle reports may be another folder's by the time it is used. */
interface FoundFolder {
  readonly folder: HeldFolder;
  readonly path: string;
}

function holdGitFolder(path: string): FoundFolder {
  const { folder, name } = holdParent({ absolute: path });
  using parent = folder;
  if (!parent.stat(name)?.isFile()) return { folder: parent.enter(name), path };
  const named = /^gitdir: (.+)$/m.exec(readText(parent, name) ?? "")?.[1] ?? "";
  return holdFolder(resolve(dirname(path), named));
}

/** For a linked worktree: the folder with the objects and branches. */
function holdCommonFolder(own: FoundFolder): FoundFolder {
  const named = readText(own.folder, "commondir")?.trim();
  return named === undefined ? own : holdFolder(resolve(own.path, named));
}

function holdFolder(path: string): FoundFolder {
  return { folder: HeldFolder.open(path), path };
}

async function readSettings(git: Git, texts: readonly (string | undefined)[]): Promise<Map<string, string>> {
  const settings = new Map<string, string>();
  for (const text of texts) {
    if (text === undefined) continue;
    const listed = await git({ arguments: ["config", "--file", "-", "--no-includes", "--list", "-z"], input: text });
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

function copyReferences({ gitFolder, common }: { gitFolder: HeldFolder; common: HeldFolder }, to: string): void {
  mkdirSync(join(to, "refs"));
  for (const folder of [common, gitFolder]) {
    using references = enterIfExists(folder, "refs");
    if (references) copyFolder(references, join(to, "refs"));
  }
  for (const name of ["packed-refs", "shallow"]) copyIfExists(common, name, to);
}

/** `to` may already contain some of it. */
function copyFolder(from: HeldFolder, to: string): void {
  for (const entry of readdirSync(from.path, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      using inner = from.enter(entry.name);
      mkdirSync(join(to, entry.name), { recursive: true });
      copyFolder(inner, join(to, entry.name));
    } else if (!entry.name.endsWith(".lock")) copyIfExists(from, entry.name, to);
  }
}

/** A split index refers to another file next to it. */
function copyIndex(gitFolder: HeldFolder, to: string): void {
  const names = readdirSync(gitFolder.path).filter((name) => name === "index" || /^sharedindex\.[0-9a-f]+$/.test(name));
  for (const name of names) copyIfExists(gitFolder, name, to);
}

function excludeText(common: HeldFolder, hidden: readonly string[]): string {
  using info = enterIfExists(common, "info");
  const own = (info && readText(info, "exclude")) ?? "";
  return [own, ...hidden.map((name) => `/${name.replace(/[\\*?[\] ]/g, "\\$&")}`), ""].join("\n");
}

function copyIfExists(from: HeldFolder | undefined, name: string, to: string): void {
  if (!from?.stat(name)) return;
  rmSync(join(to, name), { force: true });
  copyHeldFile(from, name, join(to, name));
}

function enterIfExists(folder: HeldFolder, name: string): HeldFolder | undefined {
  return folder.stat(name) && folder.enter(name);
}

/** undefined if it does not exist or is not a file. */
function readText(folder: HeldFolder, name: string): string | undefined {
  return folder.stat(name) && readHeldFile(folder, name)?.toString("utf8");
}
