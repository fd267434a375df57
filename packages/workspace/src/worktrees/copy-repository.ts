import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { copyHeldFile, readHeldFile } from "../files/held-file.ts";
import { HeldFolder, holdParent } from "../files/held-folder.ts";
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
 * writes. No link is followed: a command may put one there at any moment. Returns where the objects are; undefined, and
 * nothing is made, for one of a kind that this cannot be done with.
 */
export async function copyRepository(git: Git, copy: RepositoryCopy): Promise<string | undefined> {
  try {
    const own = holdGitFolder(copy.from);
    using gitFolder = own.folder;
    const main = holdCommonFolder(own);
    using common = main.folder;
    // That it is there, and no link.
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
    using info = enterIfThere(gitFolder, "info");
    for (const name of ["attributes", "sparse-checkout"]) copyIfThere(info, name, join(copy.to, "info"));
    writeFileSync(join(copy.to, "info", "exclude"), excludeText(common, copy.hidden));
    // Last: without it, git sees no repository.
    if (copyHeldFile(gitFolder, "HEAD", join(copy.to, "HEAD"))) return objects;
    rmSync(copy.to, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    rmSync(copy.to, { recursive: true, force: true });
    if (error instanceof RooError || errorsOfRepository.has(systemErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** With the path by which it was found: what a handle says of its place may be another one's by the time it is used. */
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

/** Of a linked work tree of git's: where the objects and branches are. */
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
    using references = enterIfThere(folder, "refs");
    if (references) copyFolder(references, join(to, "refs"));
  }
  for (const name of ["packed-refs", "shallow"]) copyIfThere(common, name, to);
}

/** Into one that may hold some of it already. */
function copyFolder(from: HeldFolder, to: string): void {
  for (const entry of readdirSync(from.path, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      using inner = from.enter(entry.name);
      mkdirSync(join(to, entry.name), { recursive: true });
      copyFolder(inner, join(to, entry.name));
    } else if (!entry.name.endsWith(".lock")) copyIfThere(from, entry.name, to);
  }
}

/** An index may rest upon another one, which is beside it. */
function copyIndex(gitFolder: HeldFolder, to: string): void {
  const names = readdirSync(gitFolder.path).filter((name) => name === "index" || /^sharedindex\.[0-9a-f]+$/.test(name));
  for (const name of names) copyIfThere(gitFolder, name, to);
}

function excludeText(common: HeldFolder, hidden: readonly string[]): string {
  using info = enterIfThere(common, "info");
  const own = (info && readText(info, "exclude")) ?? "";
  return [own, ...hidden.map((name) => `/${name.replace(/[\\*?[\] ]/g, "\\$&")}`), ""].join("\n");
}

function copyIfThere(from: HeldFolder | undefined, name: string, to: string): void {
  if (!from?.stat(name)) return;
  rmSync(join(to, name), { force: true });
  copyHeldFile(from, name, join(to, name));
}

function enterIfThere(folder: HeldFolder, name: string): HeldFolder | undefined {
  return folder.stat(name) && folder.enter(name);
}

/** undefined where nothing is, or no file. */
function readText(folder: HeldFolder, name: string): string | undefined {
  return folder.stat(name) && readHeldFile(folder, name)?.toString("utf8");
}
