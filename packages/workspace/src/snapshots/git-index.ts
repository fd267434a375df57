import { Pauses } from "./pauses.ts";

const headerBytes = 12;
const statBytes = 40;
const oidBytes = 20;
/** Offsets in an entry: what the system said about the file when git last read it, the object, flags. */
const field = { ctime: 0, mtime: 8, mode: 24, size: 36, oid: 40, flags: 60 };
const nameMask = 0x0fff;
const extendedFlag = 0x4000;
/** Assume-unchanged, and any stage but 0 (a merge in progress). */
const unreliableFlags = 0x8000 | 0x3000;
const pauseAfterMs = 10;

/** One file of a git index. */
export class IndexEntry {
  /** Workspace-relative, in UTF-8. */
  readonly path: string;
  readonly #file: Buffer;
  readonly #at: number;

  constructor(path: string, file: Buffer, at = 0) {
    this.path = path;
    this.#file = file;
    this.#at = at;
  }

  /** Git's notation: `100644`, `100755`, `120000`, `160000`. */
  get mode(): string {
    return this.#file.readUInt32BE(this.#at + field.mode).toString(8);
  }

  get oid(): string {
    return this.#file.toString("hex", this.#at + field.oid, this.#at + field.flags);
  }

  /** Modulo 2³². */
  get size(): number {
    return this.#file.readUInt32BE(this.#at + field.size);
  }

  /** When the content was changed last, in milliseconds since the epoch. */
  get modified(): number {
    return this.#timeAt(field.mtime);
  }

  /** When anything about the file was changed last. */
  get changed(): number {
    return Math.max(this.#timeAt(field.ctime), this.#timeAt(field.mtime));
  }

  /** For the same file in another folder. */
  at(path: string): IndexEntry {
    return new IndexEntry(path, this.#file, this.#at);
  }

  /** Git compares such an entry with the file's content before it relies on it. */
  withoutStat(content: { readonly mode: string; readonly oid: string } = this): IndexEntry {
    const file = Buffer.alloc(field.flags);
    file.writeUInt32BE(Number.parseInt(content.mode, 8), field.mode);
    file.write(content.oid, field.oid, "hex");
    return new IndexEntry(this.path, file);
  }

  copyTo(target: Buffer, at: number): void {
    this.#file.copy(target, at, this.#at, this.#at + field.flags);
  }

  #timeAt(offset: number): number {
    const at = this.#at + offset;
    return this.#file.readUInt32BE(at) * 1000 + this.#file.readUInt32BE(at + 4) / 1e6;
  }
}

/**
 * Reads an index of version 2 to 4 with SHA-1 names. Entries that say nothing about the file on disk are left out: conflicts,
 * assume-unchanged, skip-worktree and intent-to-add. undefined if the file has another format or is incomplete.
 */
export async function parseIndex(file: Buffer): Promise<IndexEntry[] | undefined> {
  if (file.length < headerBytes + oidBytes || file.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = file.readUInt32BE(4);
  const count = file.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  const pauses = new Pauses(pauseAfterMs);
  let at = headerBytes;
  let previous: Buffer = Buffer.alloc(0);
  for (let number = 0; number < count; number += 1) {
    if (pauses.isDue) await pauses.take();
    const flagsAt = at + field.flags;
    if (flagsAt + 4 > file.length) return undefined;
    const flags = file.readUInt16BE(flagsAt);
    const isExtended = version > 2 && (flags & extendedFlag) !== 0;
    const extended = isExtended ? file.readUInt16BE(flagsAt + 2) : 0;
    const nameAt = flagsAt + (isExtended ? 4 : 2);
    const name = version === 4 ? compressedName(file, nameAt, previous) : plainName(file, nameAt, flags & nameMask);
    if (!name) return undefined;
    if ((flags & unreliableFlags) === 0 && extended === 0)
      entries.push(new IndexEntry(name.bytes.toString("utf8"), file, at));
    previous = name.bytes;
    // Except in version 4, entries are padded with 1 to 8 zeros to a multiple of 8.
    at = version === 4 ? name.end : at + Math.floor((name.end - 1 - at + 8) / 8) * 8;
  }
  return hasForeignExtension(file, at) ? undefined : entries;
}

/** An index of version 2. */
export async function formatIndex(entries: Iterable<IndexEntry>): Promise<Buffer> {
  const pauses = new Pauses(pauseAfterMs);
  const named: { readonly name: string; readonly entry: IndexEntry }[] = [];
  let size = headerBytes;
  let isSorted = true;
  for (const entry of entries) {
    if (pauses.isDue) await pauses.take();
    const name = asBytes(entry.path);
    isSorted &&= named.length === 0 || (named.at(-1)?.name ?? "") < name;
    size += entryBytes(name.length);
    named.push({ name, entry });
  }
  if (!isSorted) named.sort((left, right) => (left.name < right.name ? -1 : 1));
  const file = Buffer.alloc(size + oidBytes);
  file.write("DIRC", "latin1");
  file.writeUInt32BE(2, 4);
  file.writeUInt32BE(named.length, 8);
  let at = headerBytes;
  for (const { entry, name } of named) {
    if (pauses.isDue) await pauses.take();
    entry.copyTo(file, at);
    file.writeUInt16BE(Math.min(name.length, nameMask), at + field.flags);
    file.write(name, at + field.flags + 2, "latin1");
    at += entryBytes(name.length);
  }
  const hash = process.getBuiltinModule("node:crypto").createHash("sha1");
  hash.update(file.subarray(0, size)).digest().copy(file, size);
  return file;
}

/** A character per byte: such strings are ordered as git orders names. */
function asBytes(path: string): string {
  return Buffer.byteLength(path) === path.length ? path : Buffer.from(path).toString("latin1");
}

interface Name {
  readonly bytes: Buffer;
  /** After the terminating zero. */
  readonly end: number;
}

function plainName(file: Buffer, at: number, length: number): Name | undefined {
  const end = length < nameMask ? at + length : file.indexOf(0, at);
  return end < at || end >= file.length ? undefined : { bytes: file.subarray(at, end), end: end + 1 };
}

/** Version 4: how many bytes to cut from the previous name, then the rest. */
function compressedName(file: Buffer, at: number, previous: Buffer): Name | undefined {
  let cut = (file[at] ?? 0) & 0x7f;
  let next = at;
  while (((file[next] ?? 0) & 0x80) !== 0) {
    next += 1;
    cut = (cut + 1) * 128 + ((file[next] ?? 0) & 0x7f);
  }
  const end = file.indexOf(0, next + 1);
  if (end === -1 || cut > previous.length) return undefined;
  const bytes = Buffer.concat([previous.subarray(0, previous.length - cut), file.subarray(next + 1, end)]);
  return { bytes, end: end + 1 };
}

/** Extensions in lower case change what the entries mean: `link` (a split index), `sdir` (folders instead of their files). */
function hasForeignExtension(file: Buffer, start: number): boolean {
  for (let at = start; at + 8 <= file.length - oidBytes; at += 8 + file.readUInt32BE(at + 4)) {
    const first = file[at] ?? 0;
    if (first < 0x41 || first > 0x5a) return true;
  }
  return false;
}

function entryBytes(nameLength: number): number {
  return Math.floor((statBytes + oidBytes + 2 + nameLength + 8) / 8) * 8;
}
