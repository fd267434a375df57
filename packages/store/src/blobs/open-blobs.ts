import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RooError, systemErrorCode } from "@roo-code/types";
import { type BlobStore, blobNotFound, checkKey } from "./blob-store.ts";
import { parseS3Url, S3Blobs } from "./s3-blobs.ts";

/** In the bucket that `ROO_BLOBS_URL` names, else in a folder of `home`. Throws `RooError` `invalid_value`. */
export function openBlobs({ home, environment }: { home: string; environment: NodeJS.ProcessEnv }): BlobStore {
  const url = environment["ROO_BLOBS_URL"];
  return url ? new S3Blobs(parseS3Url(url, environment)) : new DiskBlobs(join(home, "blobs"));
}

/** Blobs as files in a folder. */
class DiskBlobs implements BlobStore {
  readonly label: string;

  constructor(folder: string) {
    this.label = folder;
  }

  async put(key: string, content: Readable): Promise<{ readonly bytes: number }> {
    const path = this.#pathOf(key);
    const fresh = `${path}.${randomBytes(6).toString("hex")}.new`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(fresh, { flags: "wx", mode: 0o600, flush: true }));
      const { size: bytes } = await stat(fresh);
      await rename(fresh, path);
      return { bytes };
    } catch (error) {
      await rm(fresh, { force: true });
      throw toFailure(error, this.label);
    }
  }

  async get(key: string): Promise<Readable> {
    const file = await open(this.#pathOf(key), "r").catch((error: unknown) => {
      throw systemErrorCode(error) === "ENOENT" ? blobNotFound(key) : toFailure(error, this.label);
    });
    return createReadStream("", { fd: file });
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  #pathOf(key: string): string {
    return join(this.label, checkKey(key));
  }
}

function toFailure(error: unknown, label: string): unknown {
  const code = systemErrorCode(error);
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  const message = `No space left on the disk of ${label}; nothing was stored.`;
  return new RooError({ code: "disk_full", message, next: "Free some space, then try again.", cause: error });
}
