import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenOnLoopback } from "../listen-on-loopback.ts";
import { signatureError } from "./check-signature.ts";

export interface S3Server extends AsyncDisposable {
  readonly origin: string;
  /** Key → content, of the bucket. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Multipart uploads that were neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, unknown>;
  readonly refusals: readonly string[];
}

/** One bucket in memory; rejects requests with an invalid signature. */
export async function s3Server(options: { bucket: string; keys: Readonly<Record<string, string>> }): Promise<S3Server> {
  const secrets = new Map(Object.entries(options.keys));
  const bucket = new Bucket();
  const refusals: string[] = [];
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await buffer(request);
    const error = signatureError(request, body, secrets);
    if (error !== undefined) {
      refusals.push(error);
      return failure(403, error);
    }
    const url = new URL(request.url ?? "", "http://server");
    const [, name, ...keyParts] = url.pathname.split("/");
    if (name !== options.bucket) return failure(404, "NoSuchBucket");
    return bucket.answer({
      method: request.method ?? "",
      key: decodeURIComponent(keyParts.join("/")),
      query: url.searchParams,
      body,
    });
  };
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers = {}, body = "" }) => response.writeHead(status, headers).end(body));
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    objects: bucket.objects,
    uploads: bucket.uploads,
    refusals,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface BucketRequest {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

class Bucket {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, Map<number, Buffer>>();

  answer({ method, key, query, body }: BucketRequest): Answer {
    const uploadId = query.get("uploadId") ?? "";
    const upload = this.uploads.get(uploadId);
    if (method === "POST" && query.has("uploads")) return this.#begin(key);
    if (query.has("uploadId") && !upload) return failure(404, "NoSuchUpload");
    if (method === "PUT" && upload) {
      upload.set(Number(query.get("partNumber")), body);
      return { status: 200, headers: { etag: etag(body) } };
    }
    if (method === "POST" && upload) {
      const parts = [...upload].sort(([left], [right]) => left - right).map(([, part]) => part);
      this.uploads.delete(uploadId);
      this.objects.set(key, Buffer.concat(parts));
      return xml("CompleteMultipartUploadResult", `<Key>${key}</Key><ETag>"x"</ETag>`);
    }
    if (method === "DELETE") {
      if (upload) this.uploads.delete(uploadId);
      else this.objects.delete(key);
      return { status: 204 };
    }
    if (method === "PUT") {
      this.objects.set(key, body);
      return { status: 200, headers: { etag: etag(body) } };
    }
    const found = this.objects.get(key);
    if (!found) return failure(404, "NoSuchKey");
    return { status: 200, headers: { etag: etag(found), "content-length": String(found.length) }, body: found };
  }

  #begin(key: string): Answer {
    const id = `upload-${this.uploads.size + 1}`;
    this.uploads.set(id, new Map());
    return xml("InitiateMultipartUploadResult", `<Key>${key}</Key><UploadId>${id}</UploadId>`);
  }
}

function xml(root: string, content: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`;
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

function failure(status: number, code: string): Answer {
  return { ...xml("Error", `<Code>${code}</Code><Message>${code}</Message>`), status };
}

function etag(body: Buffer): string {
  return `"${createHash("md5").update(body).digest("hex")}"`;
}
