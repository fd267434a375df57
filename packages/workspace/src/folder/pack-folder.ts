import { closeSync, fstatSync, readdirSync, readlinkSync, readSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { systemErrorCode } from "@roo-code/types";
import { Header, Pax } from "tar";
import { HeldFolder } from "../files/held-folder.ts";
import { isTempName } from "../files/temp-name.ts";

const blockBytes = 512;
const chunkBytes = 256 * 1024;

/**
 * A folder as a gzipped tar that is created while it is read. Links are kept as links and never followed; pipes, sockets and
 * devices are left out, as are owners, which mean nothing elsewhere.
 */
export function packFolder(folder: string): Readable {
  const packed = createGzip({ level: 6 });
  // The reader gets the error from the stream.
  pipeline(Readable.from(blocksOf(folder)), packed, () => undefined);
  return packed;
}

async function* blocksOf(path: string): AsyncGenerator<Buffer> {
  using folder = HeldFolder.open(path);
  yield* folderBlocks(folder, "./");
  yield Buffer.alloc(2 * blockBytes);
}

function* folderBlocks(folder: HeldFolder, path: string): Generator<Buffer> {
  const { mode, mtimeMs } = folder.statSelf();
  yield* headerBlocks({ path, type: "Directory", mode: Number(mode), mtime: new Date(Number(mtimeMs)), size: 0 });
  for (const name of readdirSync(folder.path).sort()) {
    if (isTempName(name)) continue;
    try {
      yield* entryBlocks(folder, name, path + name);
    } catch (error) {
      // Removed or replaced since it was listed.
      if (!["ENOENT", "ENOTDIR", "ELOOP", "EINVAL"].includes(systemErrorCode(error) ?? "")) throw error;
    }
  }
}

function* entryBlocks(folder: HeldFolder, name: string, path: string): Generator<Buffer> {
  const stat = folder.stat(name);
  if (stat?.isDirectory()) {
    using inner = folder.enter(name);
    yield* folderBlocks(inner, `${path}/`);
  } else if (stat?.isSymbolicLink()) {
    const linkpath = readlinkSync(folder.at(name));
    const mtime = new Date(Number(stat.mtimeMs));
    yield* headerBlocks({ path, type: "SymbolicLink", linkpath, mode: 0o777, mtime, size: 0 });
  } else if (stat?.isFile()) yield* fileBlocks(folder.openFile(name), path);
}

/** With the size it had at the start: a growing file is truncated, a shrinking one is filled with zeros. */
function* fileBlocks(file: number, path: string): Generator<Buffer> {
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return;
    yield* headerBlocks({ path, type: "File", mode: stat.mode, mtime: stat.mtime, size: stat.size });
    for (let at = 0; at < stat.size; at += chunkBytes) {
      const length = Math.min(chunkBytes, stat.size - at);
      const chunk = Buffer.alloc(length + (-length & (blockBytes - 1)));
      readSync(file, chunk, 0, length, at);
      yield chunk;
    }
  } finally {
    closeSync(file);
  }
}

interface EntryHeader {
  readonly path: string;
  readonly type: "File" | "Directory" | "SymbolicLink";
  readonly linkpath?: string;
  readonly mode: number;
  readonly mtime: Date;
  readonly size: number;
}

function* headerBlocks({ mode, ...entry }: EntryHeader): Generator<Buffer> {
  const block = Buffer.alloc(blockBytes);
  const header = new Header({ ...entry, mode: mode & 0o7777 });
  // A name that is too long or not ASCII is stored before it.
  if (header.encode(block, 0)) yield new Pax(entry).encode();
  yield block;
}
