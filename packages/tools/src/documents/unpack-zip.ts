import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

/** The archive holds more than may be unpacked. */
export class ZipTooLarge extends Error {}

const inflate = promisify(inflateRaw);
const maxEntries = 10_000;

/**
 * The entries of a zip file that are wanted, as its central directory lists them. What is unpacked is counted, not what
 * the archive says of itself. Throws `ZipTooLarge`, and an ordinary error for what is no zip file.
 */
export async function unpackZip(
  bytes: Uint8Array,
  { isWanted, maxBytes }: { isWanted: (name: string) => boolean; maxBytes: number },
): Promise<readonly ZipEntry[]> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let room = maxBytes;
  for (const { name, method, start, size } of listEntries(archive)) {
    if (!isWanted(name)) continue;
    const packed = archive.subarray(start, start + size);
    const content = method === 0 ? packed : await inflateWithin(packed, room);
    room -= content.length;
    if (room < 0) throw new ZipTooLarge();
    entries.push({ name, content });
  }
  return entries;
}

async function inflateWithin(packed: Uint8Array, room: number): Promise<Uint8Array> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, room + 1) });
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
  if (end === -1) throw new Error("it has no list of contents");
  const count = archive.readUInt16LE(end + 10);
  if (count > maxEntries) throw new ZipTooLarge();
  const entries: ListedEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("its list of contents is broken");
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
