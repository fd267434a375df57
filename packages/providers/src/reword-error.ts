import { ProviderError, type ProviderErrorCode } from "@roo-code/types";

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
    ...(next !== undefined && { next }),
    ...(error.status !== undefined && { status: error.status }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  });
}
