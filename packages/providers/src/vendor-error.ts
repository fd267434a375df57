import { ProviderError, type ProviderErrorCode } from "@roo-code/types";
import { howToSignIn } from "./auth/google-credentials.ts";
import { type Connection, howToSetKey } from "./connection.ts";
import { toErrorCode } from "./error-code.ts";
import { isRecord, listOf, parseJson, recordOf, textOf } from "./json-value.ts";

const maxMessageCharacters = 500;

interface VendorAnswer {
  readonly connection: Connection;
  /** What the server was expected to speak, as a person would say it. */
  readonly format: string;
  /** As text, or parsed already. */
  readonly body: unknown;
  /** Absent for an error within a stream, whose body may name one. */
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
}

/** What a server's error means, in its own words as far as they are short and hold no secret. */
export function toVendorError({ connection, format, body, status, retryAfterMs }: VendorAnswer): ProviderError {
  const said = readBody(body);
  const meant = status ?? said.status;
  const code = toErrorCode({ status: meant, code: said.code, message: said.message });
  const words = connection.quote(said.message, maxMessageCharacters);
  const wait = retryAfterMs ?? said.retryAfterMs;
  const next = nextStep(code, connection, format) ?? waitingTime(wait);
  return new ProviderError({
    code,
    message: asSentence(
      `${connection.row.label} ${meant === undefined ? "failed" : `answered ${meant}`}${words && `: ${words}`}`,
    ),
    next: next || undefined,
    status: meant,
    retryAfterMs: wait,
  });
}

interface Said {
  readonly message: string;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

/** `{error: {message, code, type}}` as the format says, or any of the shapes servers use instead. */
function readBody(body: unknown): Said {
  const parsed = typeof body === "string" ? parseJson(body) : body;
  const outer = Array.isArray(parsed) ? recordOf(parsed[0]) : recordOf(parsed);
  const error = isRecord(outer.error) ? outer.error : outer;
  const message = textOf(outer.error) ?? asText(error.message) ?? asText(error.detail);
  // A gateway's own words are empty; what the vendor behind it said is here.
  const inner = asText(recordOf(error.metadata).raw);
  const { reason, retryAfterMs } = readErrorDetails(error.details);
  const code = textOf(error.code) ?? textOf(error.type) ?? reason?.toLowerCase() ?? textOf(error.status);
  const numbers = [error.status, error.code].map(Number);
  const status = numbers.find((number) => Number.isInteger(number) && number >= 400 && number < 600);
  const fallback = typeof body === "string" ? body : "";
  return { message: inner ? `${message ?? ""} ${inner}` : (message ?? fallback), code, status, retryAfterMs };
}

function asText(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : textOf(value);
}

/** What comes after it must not run on from a server's words. */
function asSentence(text: string): string {
  return /[.!?…。]["')\]]?$/.test(text) ? text : `${text}.`;
}

/** Waits that a person notices. */
function waitingTime(ms = 0): string | undefined {
  if (ms < 60_000) return undefined;
  const minutes = Math.ceil(ms / 60_000);
  return `It asks to wait ${minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`}.`;
}

function nextStep(code: ProviderErrorCode, { row, model, baseUrl }: Connection, format: string): string | undefined {
  const place = `--base-url (${baseUrl?.host})`;
  const steps: Partial<Record<ProviderErrorCode, string>> = {
    unauthorized: row.auth === "google" ? howToSignIn : howToSetKey(row),
    insufficient_credit: `Add credit to the ${row.label} account, or choose another provider.`,
    model_not_found: `Check --model ("${model}") and ${place}.`,
    context_overflow: "Shorten the conversation, or choose a model with a larger context.",
    bad_request: `Check that ${place} serves ${format}, and the settings of this model.`,
  };
  return steps[code];
}

const maxMs = 24 * 60 * 60 * 1000;

interface GoogleErrorDetails {
  /** `API_KEY_INVALID`, `BILLING_DISABLED`, … */
  readonly reason: string | undefined;
  /** At most a day. */
  readonly retryAfterMs: number | undefined;
}

/** What Google says beside the message: why (`ErrorInfo`), and how long to wait (`RetryInfo`: `"37s"`, `"0.5s"`). */
export function readErrorDetails(details: unknown): GoogleErrorDetails {
  const all = listOf(details).filter(isRecord);
  const waits = all.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(textOf(retryDelay) ?? "")?.[1]);
  const wait = waits.find((seconds) => seconds !== undefined);
  return {
    reason: all.map(({ reason }) => textOf(reason)).find((reason) => reason !== undefined),
    retryAfterMs: wait === undefined ? undefined : Math.min(Math.ceil(Number(wait) * 1000), maxMs),
  };
}

export interface Rewording {
  readonly code?: ProviderErrorCode | undefined;
  readonly message?: string | undefined;
  readonly next?: string | undefined;
}

/** The same error, said better where there are better words. */
export function rewordError(error: ProviderError, { code, message, next = error.next }: Rewording): ProviderError {
  return new ProviderError({
    code: code ?? error.code,
    message: message ?? error.message,
    next,
    status: error.status,
    retryAfterMs: error.retryAfterMs,
  });
}
