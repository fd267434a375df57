import { ProviderError, type ProviderErrorCode } from "@roo-code/types";
import { toErrorCode } from "../../error-code.ts";
import type { ReplayError } from "./replay-script.ts";

/** What the same failure would be if a server had answered it; a code of ours is taken at its word. */
export function toReplayError({ status, code, message, retryAfter }: ReplayError): ProviderError {
  return new ProviderError({
    code: isOurs(code) ? code : toErrorCode({ status, code, message }),
    message: message ?? `The replay script fails here${status === undefined ? "" : ` with status ${status}`}.`,
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter * 1000 }),
  });
}

const ourCodes: Readonly<Record<ProviderErrorCode, true>> = {
  bad_request: true,
  unauthorized: true,
  insufficient_credit: true,
  model_not_found: true,
  context_overflow: true,
  rate_limited: true,
  overloaded: true,
  server_error: true,
  network: true,
  stream_cut: true,
  bad_stream: true,
  timeout: true,
  replay_mismatch: true,
  replay_exhausted: true,
};

function isOurs(code: string | undefined): code is ProviderErrorCode {
  return code !== undefined && Object.hasOwn(ourCodes, code);
}
