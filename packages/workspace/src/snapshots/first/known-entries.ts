import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { type IndexEntry, parseIndex } from "../git-index.ts";
import type { Git } from "../git-program.ts";
import type { StoreFolder } from "../store-folder.ts";
import { findUserRepository, linkLooseObject, linkPacks, type UserRepository } from "./user-repository.ts";

/** Each takes a file of the store; more of them are saved again, into a pack. */
const maxLooseObjects = 5_000;
/** A file changed this shortly before its index was written may have been changed again without a trace in it. */
const coarsestTickMs = 2000;

interface Request {
  readonly git: Git;
  readonly program: string;
  readonly folder: StoreFolder;
  /** Workspace-relative paths of the files to be saved. */
  readonly candidates: readonly string[];
}

/**
 * Files whose content is in the user's own repository, as its index says: they need not be read. Their objects are in the
 * store afterwards, as hard links. The caller still has to compare the entries with the files on disk, as git does.
 */
export async function knownEntries(request: Request): Promise<readonly IndexEntry[]> {
  const { folder, candidates } = request;
  const repository = await findUserRepository(folder.workspace, request.program);
  if (!repository || !existsSync(repository.index)) return [];
  try {
    if (changesContent(folder, repository, candidates)) return [];
    const entries = await usableEntries(repository, new Set(candidates));
    if (entries.length === 0) return [];
    linkPacks(repository, folder);
    return await withSameSize(request.git, { repository, folder, entries });
  } catch (error) {
    // Another disk, or a repository that changes at this moment: everything is read.
    if (systemErrorCode(error) === undefined) throw error;
    return [];
  }
}

async function usableEntries(repository: UserRepository, wanted: ReadonlySet<string>): Promise<IndexEntry[]> {
  const { mtimeMs } = statSync(repository.index);
  const entries = (await parseIndex(readFileSync(repository.index))) ?? [];
  const { prefix } = repository;
  return entries.flatMap((entry) => {
    if (!entry.path.startsWith(prefix) || entry.modified > mtimeMs - coarsestTickMs) return [];
    const path = entry.path.slice(prefix.length);
    return wanted.has(path) && entry.mode !== "160000" ? [prefix === "" ? entry : entry.at(path)] : [];
  });
}

/** Line endings and filters change the size of almost every file they change at all. */
async function withSameSize(
  git: Git,
  { repository, folder, entries }: { repository: UserRepository; folder: StoreFolder; entries: readonly IndexEntry[] },
): Promise<readonly IndexEntry[]> {
  const sizes = await blobSizes(git, [...new Set(entries.map(({ oid }) => oid))]);
  const loose = entries.filter(({ oid }) => !sizes.has(oid));
  const linked =
    loose.length > maxLooseObjects ? [] : loose.filter(({ oid }) => linkLooseObject(repository, folder, oid));
  const more = await blobSizes(git, [...new Set(linked.map((entry) => entry.oid))]);
  for (const [oid, size] of more) sizes.set(oid, size);
  return entries.filter((entry) => sizes.get(entry.oid) === entry.size);
}

async function blobSizes(git: Git, oids: readonly string[]): Promise<Map<string, number>> {
  if (oids.length === 0) return new Map();
  const format = "--batch-check=%(objecttype) %(objectsize) %(objectname)";
  const listed = await git({ arguments: ["cat-file", format], input: `${oids.join("\n")}\n`, index: false });
  const sizes = new Map<string, number>();
  for (const line of listed.toString("latin1").split("\n")) {
    const [type, size, oid = ""] = line.split(" ");
    if (type === "blob") sizes.set(oid, Number(size));
  }
  return sizes;
}

/** A filter may keep the size. That of LFS never does: it replaces a file by three lines. */
function changesContent(folder: StoreFolder, { attributes }: UserRepository, candidates: readonly string[]): boolean {
  const own = candidates
    .filter((path) => basename(path) === ".gitattributes")
    .map((path) => join(folder.workspace, path));
  return [...own, ...attributes].some((path) => {
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    return /^[^#\n]*\sfilter=(?!lfs\b)/m.test(text);
  });
}
