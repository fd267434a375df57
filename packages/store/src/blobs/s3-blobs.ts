import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { RooError } from "@roo-code/types";
import { type BlobStore, blobNotFound, checkKey } from "./blob-store.ts";
import type { S3Place } from "./s3-place.ts";

/** Blobs as objects of a bucket, at any server that speaks S3. */
export class S3Blobs implements BlobStore {
  readonly place: string;
  readonly #to: S3Place;
  #client: Promise<S3Client> | undefined;

  constructor(to: S3Place) {
    this.#to = to;
    this.place = `bucket ${to.bucket}${to.endpoint ? ` at ${to.endpoint}` : ""}`;
  }

  /** In parts, each of which is tried again by itself; one that fails for good takes the others back. */
  async put(key: string, content: Readable): Promise<{ readonly bytes: number }> {
    const { Upload } = await import("@aws-sdk/lib-storage");
    let bytes = 0;
    const counted = content.map((chunk: Buffer) => {
      bytes += chunk.length;
      return chunk;
    });
    const upload = new Upload({
      client: await this.#open(),
      params: { ...this.#at(key), Body: counted },
      queueSize: 2,
    });
    // An error of what is read reaches no part of the upload by itself.
    const broken = new Promise<never>((_, reject) => content.once("error", reject));
    broken.catch(() => upload.abort().catch(() => undefined));
    await this.#asking(key, Promise.race([upload.done(), broken]));
    return { bytes };
  }

  async get(key: string): Promise<Readable> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const client = await this.#open();
    const { Body: body } = await this.#asking(key, client.send(new GetObjectCommand(this.#at(key))));
    if (body instanceof Readable) return body;
    throw blobNotFound(key);
  }

  async delete(key: string): Promise<void> {
    const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
    const client = await this.#open();
    await this.#asking(key, client.send(new DeleteObjectCommand(this.#at(key))));
  }

  #at(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#to;
    return { Bucket: bucket, Key: prefix === "" ? checkKey(key) : `${prefix}/${checkKey(key)}` };
  }

  #open(): Promise<S3Client> {
    this.#client ??= openClient(this.#to);
    return this.#client;
  }

  async #asking<Value>(key: string, asked: Promise<Value>): Promise<Value> {
    try {
      return await asked;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (error.name === "NoSuchKey") throw blobNotFound(key);
      throw new RooError({
        code: "blobs_unreachable",
        message: `The ${this.place} refused or cannot be reached: ${error.message || error.name}.`,
        next: "Check ROO_BLOBS_URL, the bucket, and the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
        cause: error,
      });
    }
  }
}

async function openClient({ endpoint, region, credentials, isPathStyle }: S3Place): Promise<S3Client> {
  const { S3Client } = await import("@aws-sdk/client-s3");
  return new S3Client({
    region,
    forcePathStyle: isPathStyle,
    // Newer checksums are not understood by every compatible server.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  });
}

/** Of the server, or of the way to it. */
function isServiceError(error: unknown): error is Error {
  return error instanceof Error && ("$metadata" in error || ("code" in error && "syscall" in error));
}
