import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type Network, systemNetwork, targetOf } from "@roo-code/browser/network";
import { systemErrorCode } from "@roo-code/types";
import { guardedRequest, isSpelledOut, PageRefusal } from "../net/guarded-request.ts";
import { type Attached, boundText } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";
import { htmlToText } from "./html-to-text.ts";

const maxCharacters = 50_000;

/** The text of a page that the user mentions. */
export async function attachPage(typed: string, { network = systemNetwork, signal }: MessageParts): Promise<Attached> {
  const url = URL.parse(typed);
  if (!url) return { refused: "it is not a valid address" };
  try {
    const page = await fetchPage(url, { network, signal });
    const notices = page.isCut ? ["(Only the first 2 MiB of it were read.)"] : [];
    const content = [boundText(pageText(page), maxCharacters), ...notices].join("\n");
    return { block: { name: "url_content", attributes: { url: page.url.href }, content } };
  } catch (error) {
    if (error instanceof PageRefusal) return { refused: error.message };
    throw error;
  }
}

interface Page {
  /** The final address, after redirects. */
  readonly url: URL;
  /** The header's value; empty when missing. */
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The page is longer than what was read. */
  readonly isCut: boolean;
}

interface PageRequest {
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
    if (deadline.aborted) throw new PageRefusal(`it did not arrive within ${timeoutMs / 1000} s`);
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
    if (!next) throw new PageRefusal("it redirects to an invalid address");
    mayBeLocal &&= next.hostname === typed.hostname;
    url = next;
  }
  throw new PageRefusal(`it redirects more than ${maxRedirects} times`);
}

function admitUrl(url: URL): URL {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new PageRefusal(`it leads to a ${url.protocol} address, and only http and https are fetched`);
  }
  if (url.username !== "" || url.password !== "") throw new PageRefusal("it contains a user name or password");
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

/** Limited after decompression, against zip bombs. */
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

const html = /^(text\/html|application\/xhtml\+xml)$/;
const otherText = /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml|toml|javascript|x-ndjson|x-sh|x-yaml|sql)$)/;

/** A page as text: HTML converted, other text as it is. Throws `PageRefusal` for anything else. */
function pageText(page: Page): string {
  const [mediaType = "", ...parameters] = page.contentType.split(";").map((part) => part.trim().toLowerCase());
  const isHtml = html.test(mediaType) || (mediaType === "" && /^\s*<(!doctype )?html/i.test(startOf(page.bytes)));
  if (!isHtml && !otherText.test(mediaType) && (mediaType !== "" || page.bytes.includes(0))) {
    throw new PageRefusal(`it is not text (${mediaType === "" ? "binary data" : mediaType.slice(0, 100)})`);
  }
  const text = decode(page.bytes, charsetOf(parameters) ?? (isHtml ? charsetIn(page.bytes) : undefined));
  const shown = visible(isHtml ? htmlToText(text, page.url) : text);
  if (shown.trim() !== "") return shown;
  return isHtml ? "(There is no text in the page. It may be drawn by a script.)" : "(It is empty.)";
}

/** Without invisible characters, except line ends, tabs and joiners. */
function visible(text: string): string {
  return text.replaceAll(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "");
}

function charsetOf(parameters: readonly string[]): string | undefined {
  const found = parameters.find((parameter) => parameter.startsWith("charset="));
  return found?.slice("charset=".length).replaceAll('"', "");
}

function charsetIn(bytes: Buffer): string | undefined {
  return /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]+)/i.exec(startOf(bytes))?.[1];
}

function startOf(bytes: Buffer): string {
  return bytes.subarray(0, 2048).toString("latin1");
}

/** An unknown charset is read as UTF-8. */
function decode(bytes: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
