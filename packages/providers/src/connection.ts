import { type ProviderSettings, RooError } from "@roo-code/types";
import { findBaseUrl } from "./base-url.ts";
import { findRow, providerCatalog } from "./catalog/index.ts";
import type { ProviderRow } from "./catalog/provider-row.ts";
import { type Environment, firstSet } from "./environment.ts";
import { type Quote, quoterFor, secretsInHeaders } from "./redact.ts";

/** Everything that is known before the first request. Contains the key: never log it. */
export interface Connection {
  readonly row: ProviderRow;
  readonly model: string;
  /** Without a trailing slash; undefined for providers without a server. */
  readonly baseUrl: URL | undefined;
  readonly apiKey: string | undefined;
  /** Redacts the key in a server's messages. */
  readonly quote: Quote;
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  /** Headers of the settings. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The settings without the key, for options of single formats. */
  readonly settings: Omit<ProviderSettings, "apiKey">;
  /** For the transport: proxies. */
  readonly environment: Environment;
}

const serverless: ReadonlySet<ProviderRow["protocol"]> = new Set(["replay", "human-relay"]);

/** Throws `RooError` `unknown_provider`, `bad_base_url`, `missing_key`, `bad_key`, `bad_header`, `missing_model`, `missing_project`. */
export function resolveConnection(settings: ProviderSettings, environment: Environment): Connection {
  const row = requireRow(settings.apiProvider);
  const baseUrl = serverless.has(row.protocol) ? undefined : findBaseUrl(row, settings, environment);
  const apiKey = findKey(row, settings, environment);
  return {
    row,
    baseUrl,
    apiKey,
    quote: quoterFor(apiKey, ...secretsInHeaders(settings.headers ?? {})),
    model: findModel(row, settings),
    maxTokens: settings.maxTokens,
    temperature: settings.temperature,
    headers: checkHeaders(row, settings.headers),
    settings: withoutKey(settings),
    environment,
  };
}

/** The value is not repeated: it may be a secret. */
function checkHeaders(row: ProviderRow, headers: ProviderSettings["headers"]): ProviderSettings["headers"] {
  const invalid = Object.entries(headers ?? {}).find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
  if (!invalid) return headers;
  const message = `The header ${JSON.stringify(invalid[0])} for ${row.label} contains characters that are not allowed in headers.`;
  throw new RooError({ code: "bad_header", message, next: 'Correct it under "headers" in the profile.' });
}

function withoutKey(settings: ProviderSettings): Omit<ProviderSettings, "apiKey"> {
  const { apiKey: _, ...rest } = settings;
  return rest;
}

function requireRow(id: string): ProviderRow {
  const row = findRow(id);
  if (row) return row;
  throw new RooError({
    code: "unknown_provider",
    message: `There is no provider "${id}".`,
    next: `Choose one of: ${providerCatalog.map((candidate) => candidate.id).join(", ")}.`,
  });
}

function findKey(row: ProviderRow, settings: ProviderSettings, environment: Environment): string | undefined {
  const key = settings.apiKey?.trim() || firstSet(row.keyVariables, environment);
  if (!key && row.needsKey && !environment.ROO_REPLAY) {
    const message = `${row.label} needs an API key: ${row.keyVariables.join(" or ")} is not set.`;
    throw new RooError({ code: "missing_key", message, next: howToSetKey(row) });
  }
  if (key && !/^[\x21-\x7e]+$/.test(key)) {
    const message = `The API key for ${row.label} contains invalid characters.`;
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
  const message = `No model is selected for ${row.label}.`;
  throw new RooError({ code: "missing_model", message, next: "Pass --model with the id of a model that it serves." });
}
