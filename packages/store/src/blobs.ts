export type { BlobStore } from "./blobs/blob-store.ts";
export { openBlobs } from "./blobs/open-blobs.ts";
