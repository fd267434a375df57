import { setTimeout as delay } from "node:timers/promises";
import { RooError } from "@roo-code/types";

export interface PostRequest {
  readonly vendor: string;
  readonly url: string;
  readonly method?: "POST" | "PUT" | "GET" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const maxAttempts = 5;
const timeoutMs = 60_000;
const maxWaitMs = 30_000;
const maxAnswerBytes = 64 * 1024 * 1024;
const transient: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 529]);

/** The response to a JSON request. Temporary failures are retried; throws `RooError` for others. */
export async function postJson(request: PostRequest): Promise<unknown> {
  const { signal, wait = (ms) => delay(ms, undefined, { signal }) } = request;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(request);
    if ("answer" in outcome) return outcome.answer;
    if (!outcome.isTransient || attempt === maxAttempts) throw outcome.error;
    await wait(Math.min(outcome.waitMs ?? 500 * 2 ** attempt, maxWaitMs), signal);
  }
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly error: RooError; readonly isTransient: boolean; readonly waitMs?: number };

async function tryOnce(request: PostRequest): Promise<Outcome> {
  const { url, method = "POST", headers, body, signal } = request;
  try {
    const response = await fetch(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: body !== undefined ? JSON.stringify(body) : undefined,
      // A redirect would receive the key.
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await readText(response, request);
    if (response.ok) return { answer: text === "" ? undefined : JSON.parse(text) };
    const waitMs = Number(response.headers.get("retry-after")) * 1000;
    const error = refused(request, response.status, text);
    return { error, isTransient: transient.has(response.status), waitMs: waitMs > 0 ? waitMs : undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RooError) return { error, isTransient: false };
    return { error: unreachable(request, error), isTransient: true };
  }
}

/** Counted while reading: a server need not declare the length. */
async function readText(response: Response, request: PostRequest): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > maxAnswerBytes) throw tooLarge(request);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function refused(request: PostRequest, status: number, text: string): RooError {
  const isKey = status === 401 || status === 403;
  return new RooError({
    code: "embedder_refused",
    message: `${request.vendor} answered ${status} at ${request.url}: ${quote(text, request.key)}`,
    next: isKey
      ? "Check the API key in the environment."
      : "Check the embeddings in the settings: roo config get embeddings",
  });
}

function tooLarge({ vendor, url }: PostRequest): RooError {
  return new RooError({
    code: "embedder_answer_too_large",
    message: `${vendor} answered with more than ${maxAnswerBytes / 1024 / 1024} MiB at ${url}.`,
    next: "Check that embeddings.baseUrl is the address of an embeddings server.",
  });
}

function unreachable(request: PostRequest, cause: unknown): RooError {
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
  return new RooError({
    code: "embedder_unreachable",
    message: `${request.vendor} cannot be reached at ${request.url} (${quote(reason, request.key)}).`,
    next: "Check that the server is running and that embeddings.baseUrl is correct.",
    cause,
  });
}

/** Text from the server: one short line, with the key removed. */
function quote(text: string, key: string | undefined): string {
  const clean = (key ? text.replaceAll(key, "***") : text).replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return clean === "" ? "nothing" : clean.slice(0, 300);
}
