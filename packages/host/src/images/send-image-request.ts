import { ToolFailure } from "@roo-code/types";
import { type ImageRequest, textAt } from "./image-vendor.ts";

export interface Sending {
  readonly signal: AbortSignal;
  /** Removes keys from what a server answered. */
  readonly redact: (text: string) => string;
}

/** Images take long and are large; beyond this the server is broken. */
const maxMs = 300_000;
const maxBytes = 60 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

/** Sends a request and gives its answer as parsed JSON. Throws `ToolFailure`, or the reason of an abort. */
export async function sendImageRequest(request: ImageRequest, { signal, redact }: Sending): Promise<unknown> {
  const tooLong = AbortSignal.timeout(maxMs);
  try {
    const response = await post(request, AbortSignal.any([signal, tooLong]));
    const text = await readText(response, response.ok ? maxBytes : maxErrorBytes);
    if (!response.ok) throw refused(response.status, redact(text));
    return JSON.parse(text) as unknown;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolFailure) throw error;
    if (tooLong.aborted) throw new ToolFailure("image_timeout", `No image arrived within ${maxMs / 1000} seconds.`);
    if (error instanceof SyntaxError) throw new ToolFailure("image_failed", "The provider's answer is not JSON.");
    throw new ToolFailure("image_failed", `The provider could not be reached: ${redact(reasonOf(error))}.`);
  }
}

/** Redirects are not followed: they would receive the key. */
function post({ url, headers, body }: ImageRequest, signal: AbortSignal): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, ...(!isForm && { "content-type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
    signal,
  });
}

async function readText({ body }: Response, limit: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > limit) throw new ToolFailure("image_failed", `The provider's answer has more than ${limit} bytes.`);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function refused(status: number, text: string): ToolFailure {
  const message = messageIn(text)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .slice(0, 500)
    .toWellFormed();
  return new ToolFailure(
    "image_refused",
    `The provider refused with status ${status}: ${message || "no reason given"}.`,
  );
}

function messageIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    return textAt(answer, "error", "message") ?? textAt(answer, "message") ?? textAt(answer, "error") ?? text;
  } catch {
    return text;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
