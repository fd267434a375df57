import type { Route } from "@roo-code/types/api";
import { ApiFailure } from "./api-failure.ts";

export interface ClientOptions {
  /** `http://127.0.0.1:3446`; in a page of the server's own, nothing. */
  readonly baseUrl?: string;
  /** In a page the cookie stands for it. */
  readonly token?: string;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The same key again gives the same answer, and does nothing a second time. */
  readonly idempotencyKey?: string;
  /** For routes that take bytes. */
  readonly bytes?: Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a route takes, without its types. */
export interface LooseRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Throws `ApiFailure`. */
export async function callRoute(
  client: ClientOptions,
  route: Route,
  request: LooseRequest,
  options: CallOptions,
): Promise<unknown> {
  const response = await send(client, route, request, options);
  if (route.bytes === "answer") return response.bytes();
  return route.output.parse(await response.json());
}

/** Events as they come, until the server or the signal ends it. Throws `ApiFailure`. */
export async function* followRoute(
  client: ClientOptions,
  route: Route,
  request: LooseRequest,
  options: CallOptions,
): AsyncGenerator {
  const response = await send(client, route, request, options);
  if (!response.body) return;
  // Loaded when first used: pages follow tasks over the socket.
  const { EventSourceParserStream } = await import("eventsource-parser/stream");
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) yield route.output.parse(JSON.parse(data));
}

async function send(
  client: ClientOptions,
  { method, path, bytes }: Route,
  { params = {}, query = {}, body }: LooseRequest,
  { signal, idempotencyKey, bytes: sent }: CallOptions,
): Promise<Response> {
  const url = `${client.baseUrl ?? ""}/api/v1${filled(path, params)}${queryText(query)}`;
  const headers = {
    ...(client.token !== undefined && { authorization: `Bearer ${client.token}` }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(bytes === "body" && { "content-type": "application/octet-stream" }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const content = bytes === "body" ? sent : body === undefined ? undefined : JSON.stringify(body);
  const response = await (client.fetch ?? fetch)(url, {
    method,
    headers,
    body: content,
    signal,
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw ApiFailure.unreachable(error);
  });
  if (!response.ok) throw await ApiFailure.of(response);
  return response;
}

function filled(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search.toString()}`;
}
