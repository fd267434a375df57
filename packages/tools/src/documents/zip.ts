import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";

/** A zip file of uncompressed entries. */
export function packZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name);
    const fields = entryFields(nameBytes, content);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), fields, nameBytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("504b01021400", "hex"), fields, tail, nameBytes]));
    parts.push(local, content);
    offset += local.length + content.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** The common part of the local header and the directory entry: from the version needed to the lengths of name and extra field. */
function entryFields(name: Uint8Array, content: Uint8Array): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  // Names are UTF-8.
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The archive unpacks to more than the limit. */
export class ZipTooLarge extends Error {}

const inflate = promisify(inflateRaw);
const maxEntries = 10_000;

/**
 * The included entries of a zip file, by its central directory. Counts the bytes actually unpacked, not the declared size.
 * Throws `ZipTooLarge`, and an ordinary error when it is not a zip file.
 */
export async function unpackZip(
  bytes: Uint8Array,
  { isIncluded, maxBytes }: { isIncluded: (name: string) => boolean; maxBytes: number },
): Promise<readonly ZipEntry[]> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let remaining = maxBytes;
  for (const { name, method, start, size } of listEntries(archive)) {
    if (!isIncluded(name)) continue;
    const packed = archive.subarray(start, start + size);
    const content = method === 0 ? packed : await inflateWithin(packed, remaining);
    remaining -= content.length;
    if (remaining < 0) throw new ZipTooLarge();
    entries.push({ name, content });
  }
  return entries;
}

async function inflateWithin(packed: Uint8Array, remaining: number): Promise<Uint8Array> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, remaining + 1) });
  } catch (error) {
    if (error instanceof RangeError) throw new ZipTooLarge();
    throw error;
  }
}

interface ListedEntry {
  readonly name: string;
  readonly method: number;
  readonly start: number;
  readonly size: number;
}

function listEntries(archive: Buffer): ListedEntry[] {
  const end = archive.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end === -1) throw new Error("it has no central directory");
  const count = archive.readUInt16LE(end + 10);
  if (count > maxEntries) throw new ZipTooLarge();
  const entries: ListedEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("its central directory is damaged");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const nameEnd = at + 46 + (nameLength ?? 0);
    const local = archive.readUInt32LE(at + 42);
    entries.push({
      name: archive.toString("utf8", at + 46, nameEnd),
      method: archive.readUInt16LE(at + 10),
      size: archive.readUInt32LE(at + 20),
      // The local header repeats the name, and its extra field may be longer.
      start: local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28),
    });
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}
