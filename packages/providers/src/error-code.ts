import type { ProviderErrorCode } from "@roo-code/types";

/** A vendor's description of a failure; each part may be missing. */
export interface VendorFailure {
  readonly status?: number | undefined;
  /** `error.code` or `error.type` of the body. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Maps vendors' errors to one code: first by codes and messages that are unambiguous, then by status, then by code. */
export function toErrorCode({ status, code = "", message = "" }: VendorFailure): ProviderErrorCode {
  if (creditCodes.test(code) || creditMessage.test(message.slice(0, maxSearchedLength))) return "insufficient_credit";
  if (keyCodes.test(code)) return "unauthorized";
  if (isOverflow({ status, code, message })) return "context_overflow";
  if (status !== undefined) return codeOfStatus(status);
  return codePatterns.find(([pattern]) => pattern.test(code))?.[1] ?? "server_error";
}

const creditCodes = /^(insufficient_(quota|balance|credits?|funds)|billing_.*|quota_exceeded)$/;
/** Anthropic sends it with status 400. */
const creditMessage = /credit balance is too low/i;
/** Google answers an invalid key with status 400. */
const keyCodes = /^(api_key_invalid|api_key_expired|invalid_api_key)$/;

/** Only this much of a message is searched: a hostile one could be very slow to match. */
const maxSearchedLength = 2_000;
const overflowCodes = /^(context_length_exceeded|context_window_exceeded|request_too_large|string_above_max_length)$/;
const overflowMessage =
  /(maximum|max|model'?s?|available|allowed) context (length|size|window)|context (length|window|limit|size)\b.*\bexceed|exceed\w*\b.*\b(context|maximum number of (input )?tokens|token limit)|(prompt|input|request) is too (long|large)|too many (input )?tokens|reduce the length of (the|your) (messages|prompt|input)/i;

/** Only a rejected request can be too long; a server error that mentions the context is still a server error. */
function isOverflow({ status, code = "", message = "" }: VendorFailure): boolean {
  if (status !== undefined && ![400, 413, 422].includes(status)) return false;
  return status === 413 || overflowCodes.test(code) || overflowMessage.test(message.slice(0, maxSearchedLength));
}

const codesByStatus: Readonly<Record<number, ProviderErrorCode>> = {
  401: "unauthorized",
  402: "insufficient_credit",
  403: "unauthorized",
  404: "model_not_found",
  408: "timeout",
  409: "rate_limited",
  425: "rate_limited",
  429: "rate_limited",
  503: "overloaded",
  504: "timeout",
  529: "overloaded",
};

function codeOfStatus(status: number): ProviderErrorCode {
  return codesByStatus[status] ?? (status >= 500 ? "server_error" : "bad_request");
}

const codePatterns: readonly (readonly [RegExp, ProviderErrorCode])[] = [
  [/rate_?limit|too_many_requests|resource_exhausted/i, "rate_limited"],
  [/overloaded|unavailable|capacity/i, "overloaded"],
  [/api_key|auth|permission|forbidden/i, "unauthorized"],
  [/model_not_found|not_found/i, "model_not_found"],
  [/timeout|timed_out/i, "timeout"],
  [/^E(CONN|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH)/, "network"],
  [/invalid_request|bad_request|invalid_argument/i, "bad_request"],
];
