import { ToolFailure } from "@roo-code/types";

type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The encoding of a file's text, so that it can be written back byte for byte. */
export interface TextFormat {
  readonly encoding: TextEncoding;
  readonly hasByteOrderMark: boolean;
}

export const plainFormat: TextFormat = { encoding: "utf-8", hasByteOrderMark: false };

const sniffedBytes = 8192;

/** From the first bytes of a file, which may be all of it; undefined for binary data. */
export function detectFormat(bytes: Uint8Array): TextFormat | undefined {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return { encoding: "utf-8", hasByteOrderMark: true };
  if (startsWith(bytes, [0xff, 0xfe])) return { encoding: "utf-16le", hasByteOrderMark: true };
  if (startsWith(bytes, [0xfe, 0xff])) return { encoding: "utf-16be", hasByteOrderMark: true };
  const sniffed = bytes.subarray(0, sniffedBytes);
  if (sniffed.includes(0)) return detectUtf16(sniffed);
  if (isUtf8(bytes)) return plainFormat;
  return controlShare(sniffed) > 0.02 ? undefined : { encoding: "windows-1252", hasByteOrderMark: false };
}

/** The text of a file without its byte order mark, and its format. undefined unless `encodeText` restores the bytes. */
export function decodeText(bytes: Uint8Array): { text: string; format: TextFormat } | undefined {
  const format = detectFormat(bytes);
  if (!format) return undefined;
  try {
    const decoder = new TextDecoder(format.encoding, { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(bytes.subarray(byteOrderMark(format).length)), format };
  } catch {
    return undefined;
  }
}

/** Throws `ToolFailure` `not_encodable` when the encoding has no such character. */
export function encodeText(text: string, format: TextFormat): Uint8Array {
  return Buffer.concat([Uint8Array.from(byteOrderMark(format)), encodeBody(text, format.encoding)]);
}

export function byteOrderMark({ encoding, hasByteOrderMark }: TextFormat): readonly number[] {
  if (!hasByteOrderMark) return [];
  if (encoding === "utf-8") return [0xef, 0xbb, 0xbf];
  return encoding === "utf-16le" ? [0xff, 0xfe] : [0xfe, 0xff];
}

function encodeBody(text: string, encoding: TextEncoding): Uint8Array {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text, "utf8");
    case "utf-16le":
      return Buffer.from(text, "utf16le");
    case "utf-16be":
      return Buffer.from(text, "utf16le").swap16();
    case "windows-1252":
      return encodeWindows1252(text);
  }
}

function encodeWindows1252(text: string): Uint8Array {
  // In this encoding each of the 256 bytes is a character.
  const characters = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from(text, (character) => {
    const byte = character.length === 1 ? characters.indexOf(character) : -1;
    if (byte !== -1) return byte;
    throw new ToolFailure(
      "not_encodable",
      `The file is encoded in windows-1252, which cannot represent ${JSON.stringify(character)}. Use other characters, or rewrite the whole file with write_to_file to make it UTF-8.`,
    );
  });
}

/** UTF-16 without a byte order mark: in most texts exactly every other byte is zero. */
function detectUtf16(bytes: Uint8Array): TextFormat | undefined {
  const pairs = Math.floor(bytes.length / 2);
  const zerosAt = (side: 0 | 1): number => {
    let zeros = 0;
    for (let index = side; index < pairs * 2; index += 2) zeros += bytes[index] === 0 ? 1 : 0;
    return zeros / pairs;
  };
  if (pairs < 4) return undefined;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (odd > 0.6 && even === 0) return { encoding: "utf-16le", hasByteOrderMark: false };
  return even > 0.6 && odd === 0 ? { encoding: "utf-16be", hasByteOrderMark: false } : undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // As a stream: the window may end inside a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function controlShare(bytes: Uint8Array): number {
  const isControl = (byte: number): boolean => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);
  return bytes.filter(isControl).length / bytes.length;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}
