import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type Network, targetOf } from "@roo-code/browser/network";
import { systemErrorCode } from "@roo-code/types";
import { guardedRequest, isSpelledOut, PageRefusal } from "../net/guarded-request.ts";

export interface Page {
  /** The final address, after redirects. */
  readonly url: URL;
  /** The header's value; empty when missing. */
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The page is longer than what was read. */
  readonly isCut: boolean;
}

export interface PageRequest {
  readonly network: Network;
  readonly signal: AbortSignal;
  /** For everything, redirects included; 15 s when absent. */
  readonly timeoutMs?: number;
}

const maxBytes = 2 * 1024 * 1024;
const maxRedirects = 5;

/** Fetches a page with GET. Throws `PageRefusal`, or the signal's reason. */
export async function fetchPage(typed: URL, { network, signal, timeoutMs = 15_000 }: PageRequest): Promise<Page> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await follow(typed, { network, signal: AbortSignal.any([signal, deadline]) });
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted) throw new PageRefusal(`it was not there within ${timeoutMs / 1000} s`);
    if (error instanceof PageRefusal) throw error;
    const reason = systemErrorCode(error) ?? (error instanceof Error ? error.message : String(error));
    throw new PageRefusal(`it could not be fetched (${reason.slice(0, 200)})`);
  }
}

/** A redirect may stay on a local host that was typed, but must not lead to another local address. */
async function follow(typed: URL, options: { network: Network; signal: AbortSignal }): Promise<Page> {
  let url = typed;
  let mayBeLocal = isSpelledOut(targetOf(typed).hostname);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await get(admitUrl(url), { ...options, mayBeLocal });
    const { statusCode = 0, headers } = response;
    if (headers.location === undefined || statusCode < 300 || statusCode > 399) return readPage(url, response);
    response.destroy();
    const next = URL.parse(headers.location, url.href);
    if (!next) throw new PageRefusal("it redirects to something that is no address");
    mayBeLocal &&= next.hostname === typed.hostname;
    url = next;
  }
  throw new PageRefusal(`it redirects more than ${maxRedirects} times`);
}

function admitUrl(url: URL): URL {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new PageRefusal(`it leads to a ${url.protocol} address, and only http and https are fetched`);
  }
  if (url.username !== "" || url.password !== "") throw new PageRefusal("there is a user name or password in it");
  return url;
}

async function get(
  url: URL,
  { network, mayBeLocal, signal }: { network: Network; mayBeLocal: boolean; signal: AbortSignal },
): Promise<IncomingMessage> {
  const headers = {
    accept: "text/html, application/json, text/*;q=0.9, */*;q=0.1",
    "accept-encoding": "gzip",
    "user-agent": "Mozilla/5.0 (compatible; RooCode)",
  };
  return guardedRequest({ url, method: "GET", headers, network, mayBeLocal, signal });
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

async function readPage(url: URL, response: IncomingMessage): Promise<Page> {
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) {
    response.destroy();
    throw new PageRefusal(`the server answered ${statusCode}`);
  }
  const decoder = decoders[headers["content-encoding"]?.trim().toLowerCase() ?? ""]?.();
  if (decoder) response.once("error", (error) => decoder.destroy(error));
  const { bytes, isCut } = await readBytes(decoder ? response.pipe(decoder) : response);
  response.destroy();
  return { url, contentType: headers["content-type"] ?? "", bytes, isCut };
}

/** Limited after decompression: what is small on the wire may be large. */
async function readBytes(stream: Readable): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: length > maxBytes };
}
