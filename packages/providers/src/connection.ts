import { type ProviderSettings, RooError } from "@roo-code/types";
import { providerCatalog } from "./catalog/index.ts";
import type { ProviderRow } from "./catalog/provider-row.ts";
import { type Quote, quoterFor } from "./quote.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that is known before the first request. Holds the key: never log it. */
export interface Connection {
  readonly row: ProviderRow;
  readonly model: string;
  /** Without a trailing slash in its path; undefined for providers that are no server. */
  readonly baseUrl: URL | undefined;
  readonly apiKey: string | undefined;
  /** For what a server says: takes the key out. */
  readonly quote: Quote;
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly replayFile: string | undefined;
  /** For what the transport reads from it: proxies. */
  readonly environment: Environment;
}

/** Throws `RooError` `unknown_provider`, `bad_base_url`, `missing_key`, `bad_key`, `missing_model`. */
export function resolveConnection(settings: ProviderSettings, environment: Environment): Connection {
  const row = findRow(settings.apiProvider);
  const baseUrl = row.protocol === "replay" ? undefined : findBaseUrl(row, settings, environment);
  const apiKey = findKey(row, settings, environment);
  return {
    row,
    baseUrl,
    apiKey,
    quote: quoterFor(apiKey),
    model: findModel(row, settings),
    maxTokens: settings.maxTokens,
    temperature: settings.temperature,
    replayFile: settings.replayFile,
    environment,
  };
}

function findRow(id: string): ProviderRow {
  const row = providerCatalog.find((candidate) => candidate.id === id || candidate.aliases?.includes(id));
  if (row) return row;
  throw new RooError({
    code: "unknown_provider",
    message: `There is no provider "${id}".`,
    next: `Choose one of: ${providerCatalog.map((candidate) => candidate.id).join(", ")}.`,
  });
}

function findBaseUrl(row: ProviderRow, settings: ProviderSettings, environment: Environment): URL {
  const text = settings.apiBaseUrl?.trim() || firstSet(row.baseUrlVariables ?? [], environment) || row.baseUrl;
  if (!text) throw badBaseUrl(`${row.label} has no base URL.`);
  // The address itself is not repeated: it may hold a password.
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw badBaseUrl(`The base URL for ${row.label} is no http(s) address.`);
  if (url.username || url.password) throw badBaseUrl(`The base URL for ${row.label} holds a user name or password.`);
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  return url;
}

function badBaseUrl(message: string): RooError {
  const next = "Pass --base-url with the address up to and including the version, like https://example.com/v1.";
  return new RooError({ code: "bad_base_url", message, next });
}

function findKey(row: ProviderRow, settings: ProviderSettings, environment: Environment): string | undefined {
  const key = settings.apiKey?.trim() || firstSet(row.keyVariables, environment);
  if (!key && row.needsKey) {
    const message = `${row.label} needs an API key: ${row.keyVariables.join(" or ")} is not set.`;
    throw new RooError({ code: "missing_key", message, next: howToSetKey(row) });
  }
  if (key && !/^[\x21-\x7e]+$/.test(key)) {
    const message = `The API key for ${row.label} holds characters that no key has.`;
    throw new RooError({ code: "bad_key", message, next: howToSetKey(row) });
  }
  return key;
}

export function howToSetKey(row: ProviderRow): string {
  const variables = row.keyVariables.length > 0 ? `Set ${row.keyVariables.join(" or ")}, or pass` : "Pass";
  return `${variables} --api-key.`;
}

function findModel(row: ProviderRow, settings: ProviderSettings): string {
  const model = settings.apiModelId?.trim() || row.defaultModel;
  if (model) return model;
  const message = `No model was chosen for ${row.label}.`;
  throw new RooError({ code: "missing_model", message, next: "Pass --model with the name of a model it serves." });
}

function firstSet(variables: readonly string[], environment: Environment): string | undefined {
  return variables.map((name) => environment[name]?.trim()).find((value) => value);
}
