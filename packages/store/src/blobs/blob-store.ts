import type { Readable } from "node:stream";
import { RooError } from "@roo-code/types";

/** Storage for large objects that are written once and read whole. Keys are path segments separated by `/`. */
export interface BlobStore {
  /** For messages; not secret. */
  readonly label: string;
  /** Atomic; replaces an existing blob. Throws the stream's errors, `disk_full`, `blobs_unreachable`. */
  put(key: string, content: Readable): Promise<{ readonly bytes: number }>;
  /** Throws `blob_not_found`, `blobs_unreachable`. */
  get(key: string): Promise<Readable>;
  /** Does nothing if there is no such blob. Throws `blobs_unreachable`. */
  delete(key: string): Promise<void>;
}

export function blobNotFound(key: string): RooError {
  return new RooError({ code: "blob_not_found", message: `There is no blob ${key}.` });
}

/** Keys are created by us; one that escapes the store is a bug. */
export function checkKey(key: string): string {
  if (/^[a-z0-9][\w.-]*(\/[\w-][\w.-]*)*$/i.test(key) && !key.includes("..")) return key;
  throw new Error(`Invalid blob key: ${key}`);
}
