import { type Clock, type ModelInfo, type ProviderSettings, RooError } from "@roo-code/types";
import { type Connection, resolveConnection } from "../connection.ts";
import type { Environment } from "../environment.ts";
import { systemClock } from "../system-clock.ts";
import { askServer } from "./ask-server.ts";
import { modelSource } from "./sources/index.ts";

export interface FetchModelsOptions {
  readonly environment: Environment;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  /** Until each answer begins. */
  readonly patienceMs?: number;
}

/**
 * The models a vendor's server lists. Throws `RooError` for settings that cannot work and `no_model_list` where there
 * is nothing to ask, `ProviderError` for what the server did wrong.
 */
export async function fetchModels(settings: ProviderSettings, options: FetchModelsOptions): Promise<ModelInfo[]> {
  // Which model is meant does not matter here, but a connection is always one to a model.
  const connection = resolveConnection({ ...settings, apiModelId: settings.apiModelId ?? "any" }, options.environment);
  const source = modelSource(connection.row);
  const root = connection.baseUrl && source && (source.root?.(connection.baseUrl) ?? connection.baseUrl);
  if (!root) throw noList(connection);
  const { clock = systemClock, signal = new AbortController().signal, patienceMs = 30_000 } = options;
  const ask = (path: string, { body }: { body?: object } = {}) =>
    askServer({
      connection,
      url: pathBelow(root, path),
      clock,
      signal,
      patienceMs,
      ...(source.headers && { headers: source.headers }),
      ...(body && { body }),
    });
  return source.list(ask, connection);
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
    message: `${row.label} has no list of models to ask for.`,
    next: `What comes with the program: roo models ${row.id}`,
  });
}
