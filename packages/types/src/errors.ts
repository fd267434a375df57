/**
 * The class of an error says who can fix it. `RooError`: the user. `ProviderError`: the provider, often by a retry.
 * `ToolFailure`: the model. Anything else is a bug.
 */
export class RooError extends Error {
  readonly code: string;
  /** What the user can do about it, in one sentence. */
  readonly next: string | undefined;

  constructor(options: { code: string; message: string; next?: string; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.name = "RooError";
    this.code = options.code;
    this.next = options.next;
  }
}

export type ProviderErrorCode =
  | "bad_request"
  | "unauthorized"
  | "insufficient_credit"
  | "model_not_found"
  | "context_overflow"
  | "rate_limited"
  | "overloaded"
  | "server_error"
  | "network"
  | "stream_cut"
  | "bad_stream"
  | "timeout"
  | "replay_mismatch"
  | "replay_exhausted";

/** Can be retried as is: the request itself was valid. */
const transientCodes: ReadonlySet<ProviderErrorCode> = new Set([
  "rate_limited",
  "overloaded",
  "server_error",
  "network",
  "stream_cut",
  "bad_stream",
  "timeout",
]);

export class ProviderError extends RooError {
  declare readonly code: ProviderErrorCode;
  readonly status: number | undefined;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(options: {
    code: ProviderErrorCode;
    message: string;
    next?: string;
    status?: number;
    retryAfterMs?: number;
    cause?: unknown;
  }) {
    super(options);
    this.name = "ProviderError";
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }

  get isTransient(): boolean {
    return transientCodes.has(this.code);
  }
}

/** A call that cannot be done; `message` tells the model what to do instead. */
export class ToolFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "ToolFailure";
    this.code = code;
  }
}

/** The operating system's error code (`ENOENT`, `EACCES`, …), if the error has one. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
