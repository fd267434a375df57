import { type Clock, type ModelInfo, ProviderError, type ProviderSettings, RooError } from "@roo-code/types";
import { authoriseFor } from "../auth/authorise.ts";
import { findRow } from "../catalog/index.ts";
import { type Connection, resolveConnection } from "../connection.ts";
import type { Environment } from "../environment.ts";
import { readBounded } from "../http/exchange.ts";
import { hostAndPort } from "../http/http-errors.ts";
import { HttpSender } from "../http/http-sender.ts";
import { parseJson } from "../json-value.ts";
import { commonHeaders } from "../protocols/endpoint.ts";
import { systemClock } from "../system-clock.ts";
import { toVendorError } from "../vendor-error.ts";
import type { ModelList } from "./bundled-models.ts";
import { knownModels, writeModelCache } from "./known-models.ts";
import { modelSource } from "./sources/index.ts";

/** Fetches the vendor's list, stores it in the folder, and returns the known models. Throws as `fetchModels` does. */
export async function refreshModels(
  settings: ProviderSettings,
  options: FetchModelsOptions & { readonly folder: string },
): Promise<ModelList> {
  const models = await fetchModels(settings, options);
  const providerId = findRow(settings.apiProvider)?.id ?? settings.apiProvider;
  const date = new Date((options.clock ?? systemClock).now()).toISOString().slice(0, 10);
  if (models.length > 0) await writeModelCache(options.folder, providerId, { date, models });
  return knownModels(providerId, options.folder);
}

export interface FetchModelsOptions {
  readonly environment: Environment;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Until each response begins. */
  readonly patienceMs?: number;
}

/**
 * The models that a vendor's server lists. Throws `RooError` for invalid settings and `no_model_list` if the vendor has
 * no list, `ProviderError` for failures of the server.
 */
export async function fetchModels(settings: ProviderSettings, options: FetchModelsOptions): Promise<ModelInfo[]> {
  // A connection needs a model, but which one does not matter here.
  const connection = resolveConnection({ ...settings, apiModelId: settings.apiModelId ?? "any" }, options.environment);
  const source = modelSource(connection.row);
  const root = connection.baseUrl && source && (source.root?.(connection.baseUrl) ?? connection.baseUrl);
  if (!root) throw noList(connection);
  const { clock = systemClock, signal = new AbortController().signal, patienceMs = 30_000 } = options;
  const request = (path: string, { body }: { body?: object } = {}) =>
    requestJson({
      connection,
      url: pathBelow(root, path),
      clock,
      signal,
      patienceMs,
      headers: source.headers,
      body,
    });
  return source.list(request, connection);
}

function pathBelow(root: URL, path: string): URL {
  const [name = "", query] = path.split("?");
  const url = new URL(root);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${name}`;
  if (query !== undefined) url.search = url.search ? `${url.search}&${query}` : `?${query}`;
  return url;
}

function noList({ row }: Connection): RooError {
  return new RooError({
    code: "no_model_list",
    message: `${row.label} does not offer a list of models.`,
    next: `Show the bundled list: roo models ${row.id}`,
  });
}

/** Limits for reading a response. */
const bounds = { bytes: 32 * 1024 * 1024, ms: 30_000 };

interface JsonRequest {
  readonly connection: Connection;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Posted as JSON; without it the request is a GET. */
  readonly body?: object;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Until the response begins. */
  readonly patienceMs: number;
}

/** One JSON response. Throws `ProviderError` or, after an abort, its reason. */
async function requestJson(request: JsonRequest): Promise<unknown> {
  const { connection, url, clock, signal, patienceMs } = request;
  const body = request.body ? [Buffer.from(JSON.stringify(request.body))] : [];
  const headers = { ...commonHeaders(connection), accept: "application/json", ...request.headers };
  const credentials = await (await authoriseFor(connection))({ url, headers, body }, signal);
  const limits = { connectMs: patienceMs, firstByteMs: patienceMs, silenceMs: patienceMs };
  const sender = new HttpSender({ url, environment: connection.environment, clock, limits });
  try {
    const method = request.body ? "POST" : "GET";
    const exchange = await sender.post({ method, headers: { ...headers, ...credentials }, body, signal });
    const { status } = exchange;
    const text = await readBounded(exchange, { ...bounds, clock });
    if (status < 200 || status > 299)
      throw toVendorError({ connection, format: "a list of models", body: text, status });
    const answer = parseJson(text);
    if (answer !== undefined) return answer;
    const message = `${hostAndPort(url)} did not respond with JSON: ${connection.quote(text, 200)}`;
    throw new ProviderError({ code: "bad_stream", message });
  } finally {
    sender.dispose();
  }
}
