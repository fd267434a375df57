import { damagedFailure, encryptedFailure, unpackedSizeFailure } from "./document-text.ts";
import { packZip, unpackZip, ZipTooLarge } from "./zip.ts";

const maxUnpackedBytes = 32 * 1024 * 1024;

/**
 * An Office file unpacked within limits and packed again without compression, so that the reader gets only what was
 * counted. Images and other attachments are dropped.
 */
export async function openOfficeFile(path: string, bytes: Uint8Array, kind: string): Promise<Buffer> {
  if (bytes[0] === 0xd0) throw encryptedFailure(path, kind);
  try {
    const isIncluded = (name: string): boolean => /\.(xml|rels)$/i.test(name);
    return packZip(await unpackZip(bytes, { isIncluded, maxBytes: maxUnpackedBytes }));
  } catch (error) {
    throw error instanceof ZipTooLarge
      ? unpackedSizeFailure(path, maxUnpackedBytes)
      : damagedFailure(path, kind, error);
  }
}
