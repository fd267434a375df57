import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { RooError, systemErrorCode } from "@roo-code/types";
import { Header, type ReadEntry, UnpackSync } from "tar";
import { isInside } from "../files/confine.ts";

/** Packs a few texts as a gzipped tar: name → content. */
export function packTexts(files: ReadonlyMap<string, string>): Readable {
  const blocks = function* (): Generator<Buffer> {
    for (const [path, text] of files) {
      const content = Buffer.from(text);
      const header = Buffer.alloc(blockBytes);
      new Header({ path, mode: 0o644, size: content.length, mtime: new Date(), type: "File" }).encode(header, 0);
      yield Buffer.concat([header, content, Buffer.alloc(-content.length & (blockBytes - 1))]);
    }
    yield Buffer.alloc(2 * blockBytes);
  };
  return Readable.from(blocks()).pipe(createGzip());
}

const blockBytes = 512;

export interface ArchiveLimits {
  /** Total size of the content. */
  readonly maxBytes: number;
  readonly maxEntries?: number;
}

const defaultMaxEntries = 500_000;
/** Beyond this many bytes, real content is never compressed more than this. */
const [trustedBytes, tightest] = [64 * 1024 * 1024, 200];

/**
 * Unpacks a gzipped tar into a folder: completely or not at all. Throws `RooError` `unsafe_archive` for entries that lead out
 * of the folder or are not a file, folder or link, `archive_too_large`, `disk_full`.
 */
export async function unpackFolder(content: Readable, folder: string, limits: ArchiveLimits): Promise<void> {
  const staging = join(dirname(folder), `.unpacking-${randomBytes(6).toString("hex")}`);
  await mkdir(staging, { recursive: true });
  try {
    await unpack(content, staging, limits);
    requireOwnLinks(realPath(staging));
    await rename(staging, folder);
  } catch (error) {
    throw asFailure(error);
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function unpack(content: Readable, staging: string, limits: ArchiveLimits): Promise<void> {
  let packed = 0;
  let unpacked = 0;
  let entries = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, pass) {
      packed += chunk.length;
      pass(null, chunk);
    },
  });
  const limit = new Transform({
    transform(chunk: Buffer, _, pass) {
      unpacked += chunk.length;
      const isBomb = unpacked > trustedBytes && unpacked / packed > tightest;
      pass(unpacked > limits.maxBytes || isBomb ? tooLarge() : null, chunk);
    },
  });
  // Writes small pieces synchronously, so that nothing is pending when it is stopped.
  const unpacker = new UnpackSync({
    cwd: staging,
    // What it would fix or skip is an error instead.
    strict: true,
    preserveOwner: false,
    filter: (path, entry) => {
      entries += 1;
      if (entries > (limits.maxEntries ?? defaultMaxEntries)) unpacker.abort(tooLarge());
      const wrong = faultOf(path, entry);
      if (wrong !== undefined) unpacker.abort(unsafe(wrong));
      return wrong === undefined;
    },
  });
  let fault: unknown;
  unpacker.on("error", (error) => {
    fault ??= error;
  });
  await pipeline(content, count, createGunzip(), limit, async (plain: AsyncIterable<Buffer>) => {
    for await (const chunk of plain) {
      unpacker.write(chunk);
      if (fault) throw fault;
    }
    unpacker.end();
    if (fault) throw fault;
  });
}

const allowedTypes = new Set(["File", "OldFile", "ContiguousFile", "Directory", "SymbolicLink"]);

/** Why an entry must not be unpacked. */
function faultOf(path: string, entry: ReadEntry | Stats): string | undefined {
  if (isAbsolute(path) || path.split(/[\\/]/).includes("..")) return `${path} leads out of the folder`;
  if (!("type" in entry)) return undefined;
  if (!allowedTypes.has(entry.type)) return `${path} is no file, folder or symbolic link`;
  const target = entry.type === "SymbolicLink" ? (entry.linkpath ?? "") : undefined;
  if (target === undefined) return undefined;
  const leadsTo = resolve("/top", dirname(path), target);
  return isAbsolute(target) || !isInside("/top", leadsTo) ? `${path} is a link out of the folder` : undefined;
}

/** Several links together may lead outside although none of them does alone. */
function requireOwnLinks(top: string, folder: string = top): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) requireOwnLinks(top, path);
    if (stat.isSymbolicLink() && !staysInside(top, folder, readlinkSync(path)))
      throw unsafe(`${name} is a link out of the folder`);
  }
}

/** Resolves step by step, through existing and missing parts. */
function staysInside(top: string, folder: string, target: string): boolean {
  let current = folder;
  for (const word of target.split("/")) {
    current = realPath(join(current, word));
    if (!isInside(top, current)) return false;
  }
  return true;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof RooError) return error;
  const code = systemErrorCode(error) ?? "";
  if (code === "ENOSPC" || code === "EDQUOT")
    return new RooError({
      code: "disk_full",
      message: "No space left on the disk; nothing was unpacked.",
      cause: error,
    });
  if (/^(Z_|TAR_|ERR_STREAM_PREMATURE|EEXIST|ENOTDIR|ENAMETOOLONG)/.test(code))
    return unsafe(error instanceof Error ? error.message : code);
  return error;
}

function unsafe(why: string): RooError {
  return new RooError({
    code: "unsafe_archive",
    message: `The archive was not unpacked: ${why.slice(0, 300)}.`,
    next: "Pass a gzipped tar of plain files and folders.",
  });
}

function tooLarge(): RooError {
  return new RooError({ code: "archive_too_large", message: "The content of the archive exceeds the limit." });
}
