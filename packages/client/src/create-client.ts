import { type Route, type RouteOutput, type RouteRequest, type Routes, routes } from "@roo-code/types/api";
import { ApiFailure } from "./api-failure.ts";

export interface ClientOptions {
  /** Such as `http://127.0.0.1:3446`. Not needed in a page of the server. */
  readonly baseUrl?: string;
  /** Not needed in a page of the server, which has a cookie. */
  readonly token?: string;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Repeating a key returns the first response without running the request again. */
  readonly idempotencyKey?: string;
  /** For routes that take bytes. */
  readonly bytes?: Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;
}

type Answer<R> = R extends { readonly isStream: true } ? AsyncGenerator<RouteOutput<R>> : Promise<RouteOutput<R>>;

type Call<R> =
  Partial<RouteRequest<R>> extends RouteRequest<R>
    ? (request?: RouteRequest<R>, options?: CallOptions) => Answer<R>
    : (request: RouteRequest<R>, options?: CallOptions) => Answer<R>;

/** Every operation of the server as a function: `client.tasks.list({ query: { limit: 10 } })`. */
export type Client = {
  readonly [Resource in keyof Routes]: { readonly [Name in keyof Routes[Resource]]: Call<Routes[Resource][Name]> };
};

export function createClient(options: ClientOptions = {}): Client {
  const resources = Object.entries(routes).map(([resource, operations]) => [
    resource,
    Object.fromEntries(Object.entries(operations).map(([name, route]) => [name, callerOf(options, route)])),
  ]);
  // The type is derived from the same routes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(resources) as Client;
}

function callerOf(client: ClientOptions, route: Route) {
  return (request: UntypedRequest = {}, options: CallOptions = {}) =>
    route.isStream ? followRoute(client, route, request, options) : callRoute(client, route, request, options);
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The request of any route. */
interface UntypedRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Query;
  readonly body?: unknown;
}

/** Throws `ApiFailure`. */
async function callRoute(
  client: ClientOptions,
  route: Route,
  request: UntypedRequest,
  options: CallOptions,
): Promise<unknown> {
  const response = await send(client, route, request, options);
  if (route.bytes === "answer") return response.bytes();
  return route.output.parse(await response.json());
}

/**
 * Yields events until the server or the signal ends the stream. Throws `ApiFailure`.
 * @internal
 */
export async function* followRoute(
  client: ClientOptions,
  route: Route,
  request: UntypedRequest,
  options: CallOptions,
): AsyncGenerator {
  const response = await send(client, route, request, options);
  if (!response.body) return;
  // Loaded on first use: pages follow tasks over the socket and never need it.
  const { EventSourceParserStream } = await import("eventsource-parser/stream");
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) yield route.output.parse(JSON.parse(data));
}

async function send(
  client: ClientOptions,
  { method, path, bytes }: Route,
  { params = {}, query = {}, body }: UntypedRequest,
  { signal, idempotencyKey, bytes: bodyBytes }: CallOptions,
): Promise<Response> {
  const url = `${client.baseUrl ?? ""}/api/v1${fillPath(path, params)}${queryString(query)}`;
  const headers = {
    ...(client.token !== undefined && { authorization: `Bearer ${client.token}` }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(bytes === "body" && { "content-type": "application/octet-stream" }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const content = bytes === "body" ? bodyBytes : body === undefined ? undefined : JSON.stringify(body);
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

function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? "" : `?${search.toString()}`;
}
