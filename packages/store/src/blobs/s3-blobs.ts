import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { RooError } from "@roo-code/types";
import { type BlobStore, blobNotFound, checkKey } from "./blob-store.ts";

/** Blobs as objects in a bucket of any S3-compatible server. */
export class S3Blobs implements BlobStore {
  readonly label: string;
  readonly #to: S3Location;
  #client: Promise<S3Client> | undefined;

  constructor(to: S3Location) {
    this.#to = to;
    this.label = `bucket ${to.bucket}${to.endpoint ? ` at ${to.endpoint}` : ""}`;
  }

  /** A multipart upload; parts are retried one by one, and a permanent failure aborts the upload. */
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
    // The upload does not notice errors of the source stream by itself.
    const broken = new Promise<never>((_, reject) => content.once("error", reject));
    broken.catch(() => upload.abort().catch(() => undefined));
    await this.#request(key, Promise.race([upload.done(), broken]));
    return { bytes };
  }

  async get(key: string): Promise<Readable> {
    const { GetObjectCommand } = await import("@aws-sdk/client-s3");
    const client = await this.#open();
    const { Body: body } = await this.#request(key, client.send(new GetObjectCommand(this.#at(key))));
    if (body instanceof Readable) return body;
    throw blobNotFound(key);
  }

  async delete(key: string): Promise<void> {
    const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
    const client = await this.#open();
    await this.#request(key, client.send(new DeleteObjectCommand(this.#at(key))));
  }

  #at(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#to;
    return { Bucket: bucket, Key: prefix === "" ? checkKey(key) : `${prefix}/${checkKey(key)}` };
  }

  #open(): Promise<S3Client> {
    this.#client ??= openClient(this.#to);
    return this.#client;
  }

  async #request<Value>(key: string, request: Promise<Value>): Promise<Value> {
    try {
      return await request;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (error.name === "NoSuchKey") throw blobNotFound(key);
      throw new RooError({
        code: "blobs_unreachable",
        message: `The ${this.label} refused the request or cannot be reached: ${error.message || error.name}.`,
        next: "Check ROO_BLOBS_URL, the bucket, and the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
        cause: error,
      });
    }
  }
}

async function openClient({ endpoint, region, credentials, isPathStyle }: S3Location): Promise<S3Client> {
  const { S3Client } = await import("@aws-sdk/client-s3");
  return new S3Client({
    region,
    forcePathStyle: isPathStyle,
    // Not every compatible server supports the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    endpoint,
    credentials,
  });
}

/** An error of the server or the connection. */
function isServiceError(error: unknown): error is Error {
  return error instanceof Error && ("$metadata" in error || ("code" in error && "syscall" in error));
}

interface S3Location {
  readonly bucket: string;
  /** Empty, or path segments separated by `/`. */
  readonly prefix: string;
  readonly region: string;
  /** Absent: AWS. */
  readonly endpoint: string | undefined;
  /** The bucket is in the path instead of the host name. */
  readonly isPathStyle: boolean;
  /** Absent: the default credential chain of the AWS SDK. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** `s3://bucket/prefix?endpoint=https://host&region=eu-central-1`. Throws `RooError` `invalid_value`. */
export function parseS3Url(text: string, environment: NodeJS.ProcessEnv): S3Location {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || !url.hostname || url.username || url.password) throw invalidUrl();
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/@]+\/?$/.test(endpoint)) throw invalidUrl();
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  return {
    bucket: url.hostname,
    prefix: url.pathname.replaceAll(/^\/+|\/+$/g, ""),
    region: url.searchParams.get("region") ?? environment["AWS_REGION"] ?? "us-east-1",
    endpoint,
    isPathStyle: endpoint !== undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function invalidUrl(): RooError {
  return new RooError({
    code: "invalid_value",
    message: "ROO_BLOBS_URL is not a valid bucket URL.",
    next: "Write it as s3://bucket/prefix?endpoint=https://host&region=name; keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  });
}
