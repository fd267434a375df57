import { ProviderError, type ProviderErrorCode } from "@roo-code/types";
import { howToSignIn } from "./auth/google-credentials.ts";
import { type Connection, howToSetKey } from "./connection.ts";
import { toErrorCode } from "./error-code.ts";
import { isRecord, listOf, parseJson, recordOf, textOf } from "./json-value.ts";

const maxMessageCharacters = 500;

interface VendorAnswer {
  readonly connection: Connection;
  /** The display name of the expected format. */
  readonly format: string;
  /** Text, or already parsed. */
  readonly body: unknown;
  /** Absent for an error within a stream, whose body may contain one. */
  readonly status?: number;
  readonly retryAfterMs?: number | undefined;
}

/** Converts a server's error; its message is shortened and redacted. */
export function toVendorError({ connection, format, body, status, retryAfterMs }: VendorAnswer): ProviderError {
  const details = readBody(body);
  const actualStatus = status ?? details.status;
  const code = toErrorCode({ status: actualStatus, code: details.code, message: details.message });
  const message = connection.quote(details.message, maxMessageCharacters);
  const wait = retryAfterMs ?? details.retryAfterMs;
  const next = nextStep(code, connection, format) ?? describeWait(wait);
  return new ProviderError({
    code,
    message: asSentence(
      `${connection.row.label} ${actualStatus === undefined ? "failed" : `answered ${actualStatus}`}${message && `: ${message}`}`,
    ),
    next: next || undefined,
    status: actualStatus,
    retryAfterMs: wait,
  });
}

interface ErrorDetails {
  readonly message: string;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

/** `{error: {message, code, type}}` as documented, or any of the shapes servers use instead. */
function readBody(body: unknown): ErrorDetails {
  const parsed = typeof body === "string" ? parseJson(body) : body;
  const outer = Array.isArray(parsed) ? recordOf(parsed[0]) : recordOf(parsed);
  const error = isRecord(outer.error) ? outer.error : outer;
  const message = textOf(outer.error) ?? asText(error.message) ?? asText(error.detail);
  // A gateway's own message is generic; the message of the vendor behind it is here.
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

/** Adds a full stop if needed, because another sentence may follow. */
function asSentence(text: string): string {
  return /[.!?…。]["')\]]?$/.test(text) ? text : `${text}.`;
}

/** Only for waits that a user notices. */
function describeWait(ms = 0): string | undefined {
  if (ms < 60_000) return undefined;
  const minutes = Math.ceil(ms / 60_000);
  return `Retry in ${minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`}.`;
}

function nextStep(code: ProviderErrorCode, { row, model, baseUrl }: Connection, format: string): string | undefined {
  const address = `--base-url (${baseUrl?.host})`;
  const steps: Partial<Record<ProviderErrorCode, string>> = {
    unauthorized: row.auth === "google" ? howToSignIn : howToSetKey(row),
    insufficient_credit: `Add credit to the ${row.label} account, or choose another provider.`,
    model_not_found: `Check --model ("${model}") and ${address}.`,
    context_overflow: "Shorten the conversation, or choose a model with a larger context.",
    bad_request: `Check that ${address} serves ${format}, and the settings of this model.`,
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

/**
 * Google's error details: the reason (`ErrorInfo`), and how long to wait (`RetryInfo`: `"37s"`, `"0.5s"`).
 * @internal
 */
export function readErrorDetails(details: unknown): GoogleErrorDetails {
  const all = listOf(details).filter(isRecord);
  const waits = all.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(textOf(retryDelay) ?? "")?.[1]);
  const wait = waits.find((seconds) => seconds !== undefined);
  return {
    reason: all.map(({ reason }) => textOf(reason)).find((reason) => reason !== undefined),
    retryAfterMs: wait === undefined ? undefined : Math.min(Math.ceil(Number(wait) * 1000), maxMs),
  };
}

export interface ErrorRefinement {
  readonly code?: ProviderErrorCode | undefined;
  readonly message?: string | undefined;
  readonly next?: string | undefined;
}

/** The same error with a more specific code, message or advice. */
export function refineError(
  error: ProviderError,
  { code, message, next = error.next }: ErrorRefinement,
): ProviderError {
  return new ProviderError({
    code: code ?? error.code,
    message: message ?? error.message,
    next,
    status: error.status,
    retryAfterMs: error.retryAfterMs,
  });
}
