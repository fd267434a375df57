import type { Readable } from "node:stream";
import { RooError } from "@roo-code/types";

/** Where large things are kept that are written once and read whole. Keys are words with `/` between them. */
export interface BlobStore {
  /** For people, nothing secret. */
  readonly place: string;
  /** All of it or nothing; replaces what is there. Throws what the stream throws, `disk_full`, `blobs_unreachable`. */
  put(key: string, content: Readable): Promise<{ readonly bytes: number }>;
  /** Throws `blob_not_found`, `blobs_unreachable`. */
  get(key: string): Promise<Readable>;
  /** Nothing there is as good. Throws `blobs_unreachable`. */
  delete(key: string): Promise<void>;
}

export function blobNotFound(key: string): RooError {
  return new RooError({ code: "blob_not_found", message: `There is nothing stored under ${key}.` });
}

/** Keys are made by us; one that leads elsewhere is a mistake of ours. */
export function checkKey(key: string): string {
  if (/^[a-z0-9][\w.-]*(\/[\w-][\w.-]*)*$/i.test(key) && !key.includes("..")) return key;
  throw new Error(`This is no key of a blob: ${key}`);
}
