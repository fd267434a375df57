import { join } from "node:path";
import type { BlobStore } from "./blob-store.ts";
import { DiskBlobs } from "./disk-blobs.ts";
import { S3Blobs } from "./s3-blobs.ts";
import { parseS3Place } from "./s3-place.ts";

/** In the bucket that `ROO_BLOBS_URL` names, else in a folder of `home`. Throws `RooError` `invalid_value`. */
export function openBlobs({ home, environment }: { home: string; environment: NodeJS.ProcessEnv }): BlobStore {
  const url = environment["ROO_BLOBS_URL"];
  return url ? new S3Blobs(parseS3Place(url, environment)) : new DiskBlobs(join(home, "blobs"));
}
