import { isUtf8 } from "node:buffer";

/** Decodes by byte order mark, as UTF-8, or in the most common legacy encoding; undefined if it is not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : undefined;
  if (mark === undefined && bytes.includes(0)) return undefined;
  return new TextDecoder(mark ?? (isUtf8(bytes) ? "utf-8" : "windows-1252")).decode(bytes);
}
