import { isBomb, isDamaged, isEncrypted } from "./document-text.ts";
import { packZip } from "./pack-zip.ts";
import { unpackZip, ZipTooLarge } from "./unpack-zip.ts";

export const maxUnpackedBytes = 32 * 1024 * 1024;

/**
 * An Office file unpacked within bounds and packed again without compression: whatever reads it finds just what we
 * counted. Pictures and other attachments are left out.
 */
export async function openOfficeFile(path: string, bytes: Uint8Array, kind: string): Promise<Buffer> {
  if (bytes[0] === 0xd0) throw isEncrypted(path, kind);
  try {
    const isWanted = (name: string): boolean => /\.(xml|rels)$/i.test(name);
    return packZip(await unpackZip(bytes, { isWanted, maxBytes: maxUnpackedBytes }));
  } catch (error) {
    throw error instanceof ZipTooLarge ? isBomb(path, maxUnpackedBytes) : isDamaged(path, kind, error);
  }
}
