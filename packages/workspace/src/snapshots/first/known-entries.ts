import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { type IndexEntry, parseIndex } from "../git-index.ts";
import type { Git } from "../git-program.ts";
import { Pauses } from "../pauses.ts";
import type { StoreFolder } from "../store-folder.ts";
import { findUserRepository, linkLooseObject, linkPacks, type UserRepository } from "./user-repository.ts";

/** Each takes a file of the store; more of them are saved again, into a pack. */
const maxLooseObjects = 5_000;
/** A file changed this shortly before its index was written may have been changed again without a trace in it. */
const coarsestTickMs = 2000;
const maxAsked = 20_000;
const pauseAfterMs = 10;

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
    const entries = await usableEntries(repository, candidates);
    if (entries.length === 0) return [];
    linkPacks(repository, folder);
    return await withSameSize(request.git, { repository, folder, entries });
  } catch (error) {
    // Another disk, or a repository that changes at this moment: everything is read.
    if (systemErrorCode(error) === undefined) throw error;
    return [];
  }
}

async function usableEntries(repository: UserRepository, candidates: readonly string[]): Promise<IndexEntry[]> {
  const { prefix, index } = repository;
  const { mtimeMs } = statSync(index);
  const entries = (await parseIndex(readFileSync(index))) ?? [];
  const wanted = new Set(candidates);
  const pauses = new Pauses(pauseAfterMs);
  const usable: IndexEntry[] = [];
  for (const entry of entries) {
    if (pauses.isDue) await pauses.take();
    const path = entry.path.startsWith(prefix) ? entry.path.slice(prefix.length) : undefined;
    if (path === undefined || !wanted.has(path) || entry.mode === "160000") continue;
    if (entry.modified <= mtimeMs - coarsestTickMs) usable.push(prefix === "" ? entry : entry.at(path));
  }
  return usable;
}

/** Line endings and filters change the size of almost every file they change at all. */
async function withSameSize(
  git: Git,
  { repository, folder, entries }: { repository: UserRepository; folder: StoreFolder; entries: readonly IndexEntry[] },
): Promise<readonly IndexEntry[]> {
  const sizes = await blobSizes(git, entries);
  const loose = entries.filter(({ oid }) => !sizes.has(oid));
  const linked =
    loose.length > maxLooseObjects ? [] : loose.filter(({ oid }) => linkLooseObject(repository, folder, oid));
  for (const [oid, size] of await blobSizes(git, linked)) sizes.set(oid, size);
  const pauses = new Pauses(pauseAfterMs);
  const same: IndexEntry[] = [];
  for (const entry of entries) {
    if (pauses.isDue) await pauses.take();
    if (sizes.get(entry.oid) === entry.size) same.push(entry);
  }
  return same;
}

/** Of the objects that are in the store. */
async function blobSizes(git: Git, entries: readonly IndexEntry[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const pauses = new Pauses(pauseAfterMs);
  const format = "--batch-check=%(objecttype) %(objectsize) %(objectname)";
  for (let at = 0; at < entries.length; at += maxAsked) {
    const oids = entries.slice(at, at + maxAsked).map(({ oid }) => oid);
    await pauses.take();
    const listed = await git({ arguments: ["cat-file", format], input: `${oids.join("\n")}\n`, index: false });
    for (const line of listed.toString("latin1").split("\n")) {
      const [type, size, oid = ""] = line.split(" ");
      if (type === "blob") sizes.set(oid, Number(size));
    }
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
