import { promisify } from "node:util";
import { inflate } from "node:zlib";

export const maxPdfStreamBytes = 1024 * 1024 * 1024;

const unpack = promisify(inflate);
const maxLayers = 4;
const maxStreamBytes = 128 * 1024 * 1024;

/**
 * Whether a PDF's compressed streams unpack to more than is good for us, packed several times over or not. They are
 * unpacked on another thread; the reader itself would do so without a limit on this one.
 */
export async function isPdfBomb(bytes: Uint8Array): Promise<boolean> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  for (const packed of streamsOf(file)) {
    let layer: Uint8Array | undefined = packed;
    for (let depth = 0; layer !== undefined && isPacked(layer); depth += 1) {
      if (depth === maxLayers) return true;
      const unpacked = await unpackOrNothing(layer);
      if (unpacked === "too-large") return true;
      total += unpacked?.length ?? 0;
      if (total > maxPdfStreamBytes) return true;
      layer = unpacked;
    }
  }
  return false;
}

function* streamsOf(file: Buffer): Generator<Buffer> {
  for (let at = file.indexOf("stream"); at !== -1; at = file.indexOf("stream", at + 6)) {
    if (file.toString("latin1", at - 3, at) === "end") continue;
    const start = file[at + 6] === 13 ? at + 8 : at + 7;
    const end = file.indexOf("endstream", start);
    yield file.subarray(start, end === -1 ? file.length : end);
  }
}

function isPacked(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

/** A stream that only looks packed is as large as it is. */
async function unpackOrNothing(packed: Uint8Array): Promise<Uint8Array | "too-large" | undefined> {
  try {
    return await unpack(packed, { maxOutputLength: maxStreamBytes });
  } catch (error) {
    return error instanceof RangeError ? "too-large" : undefined;
  }
}
