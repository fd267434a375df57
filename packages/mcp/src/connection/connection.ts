import type { Clock } from "@roo-code/types";
import { ConnectFailure } from "./connect-failure.ts";

interface ConnectionOptions<Live> {
  readonly clock: Clock;
  readonly random: () => number;
  /** Rejects with a `ConnectFailure`. */
  readonly open: (signal: AbortSignal) => Promise<Live>;
  /** Never rejects. */
  readonly close: (live: Live) => Promise<void>;
  /** Whether a task uses it: then a lost connection is restored automatically. */
  readonly isInUse: () => boolean;
  readonly onEvent: (event: ConnectionEvent<Live>) => void;
}

export type ConnectionEvent<Live> =
  | { readonly type: "start" }
  | { readonly type: "added"; readonly live: Live; readonly durationMs: number }
  | {
      readonly type: "failed";
      readonly error: ConnectFailure;
      /** null for an established connection that was lost. */
      readonly durationMs: number | null;
      readonly retryInMs: number | null;
    };

/** Times are of the monotonic clock. */
export type ConnectionState<Live> =
  /** Not needed yet, or no longer. */
  | { readonly kind: "idle" }
  | { readonly kind: "connecting"; readonly done: Promise<Live> }
  | { readonly kind: "connected"; readonly live: Live; readonly since: number }
  | { readonly kind: "waiting"; readonly error: ConnectFailure; readonly until: number }
  | { readonly kind: "failed"; readonly error: ConnectFailure }
  | { readonly kind: "closed" };

/** After this time a connection counts as stable, and earlier failures are forgotten. */
const stableAfterMs = 10_000;

/**
 * The life of one connection: opened on first use, reopened with growing delays when it is lost, given up after several
 * failures. All callers share one attempt at a time.
 */
export class Connection<Live> {
  readonly #options: ConnectionOptions<Live>;
  #state: ConnectionState<Live> = { kind: "idle" };
  #failures = 0;
  #attempt = new AbortController();

  constructor(options: ConnectionOptions<Live>) {
    this.#options = options;
  }

  get state(): ConnectionState<Live> {
    return this.#state;
  }

  /** Rejects with a `ConnectFailure`, or with the signal's reason. */
  async ensure(signal: AbortSignal): Promise<Live> {
    signal.throwIfAborted();
    const state = this.#state;
    switch (state.kind) {
      case "connected":
        return state.live;
      case "connecting":
        return orAborted(state.done, signal);
      case "idle":
        return orAborted(this.#connect(), signal);
      case "waiting": {
        await this.#options.clock.sleep(state.until - this.#options.clock.monotonic(), signal);
        signal.throwIfAborted();
        // Another caller may have connected in the meantime.
        return orAborted(this.#state === state ? this.#connect() : this.ensure(signal), signal);
      }
      case "failed":
        throw state.error;
      case "closed":
        throw new ConnectFailure({ code: "process_ended", message: "The server was closed.", isPermanent: true });
    }
  }

  /** Reports that the connection has ended by itself. */
  lost(live: Live, error: ConnectFailure): void {
    const state = this.#state;
    if (state.kind !== "connected" || state.live !== live) return;
    if (this.#options.clock.monotonic() - state.since >= stableAfterMs) this.#failures = 0;
    this.#fail(error, null);
  }

  /** Closes it and forgets its failures; reopens it at once if it is in use, else on next use. */
  async restart(): Promise<void> {
    if (this.#state.kind === "closed") return;
    await this.#end({ kind: "idle" });
    this.#failures = 0;
    if (this.#options.isInUse() && this.#state.kind === "idle") this.#connect().catch(() => {});
  }

  /** For a new task: allows new attempts after it was given up. */
  resetFailures(): void {
    if (this.#state.kind !== "failed") return;
    this.#failures = 0;
    this.#state = { kind: "idle" };
  }

  /** Closes it permanently. May be called twice. */
  async close(): Promise<void> {
    await this.#end({ kind: "closed" });
  }

  #connect(): Promise<Live> {
    const { clock, open, onEvent } = this.#options;
    this.#attempt = new AbortController();
    const { signal } = this.#attempt;
    const startedAt = clock.monotonic();
    const elapsed = (): number => Math.round(clock.monotonic() - startedAt);
    onEvent({ type: "start" });
    const done = open(signal).then(
      (live) => {
        if (signal.aborted) {
          void this.#options.close(live);
          throw asFailure(signal.reason);
        }
        this.#state = { kind: "connected", live, since: clock.monotonic() };
        onEvent({ type: "added", live, durationMs: elapsed() });
        return live;
      },
      (error: unknown) => {
        const failure = asFailure(error);
        if (!signal.aborted) this.#fail(failure, elapsed());
        throw failure;
      },
    );
    this.#state = { kind: "connecting", done };
    done.catch(() => {});
    return done;
  }

  #fail(error: ConnectFailure, durationMs: number | null): void {
    const { clock, random, isInUse, onEvent } = this.#options;
    this.#failures += 1;
    const isFinal = error.isPermanent || this.#failures >= maxAttempts;
    const retryInMs = isFinal ? null : backoff(this.#failures, random);
    if (retryInMs === null) {
      this.#state = { kind: "failed", error: isFinal && !error.isPermanent ? givenUpFailure(error) : error };
    } else {
      const waiting = { kind: "waiting", error, until: clock.monotonic() + retryInMs } as const;
      this.#state = waiting;
      if (isInUse()) void this.#retryAfter(retryInMs, waiting);
    }
    onEvent({ type: "failed", error, durationMs, retryInMs });
  }

  async #retryAfter(ms: number, waiting: ConnectionState<Live>): Promise<void> {
    const { signal } = (this.#attempt = new AbortController());
    await this.#options.clock.sleep(ms, signal);
    if (!signal.aborted && this.#state === waiting) this.#connect().catch(() => {});
  }

  async #end(next: { readonly kind: "idle" } | { readonly kind: "closed" }): Promise<void> {
    const state = this.#state;
    if (state.kind === "closed") return;
    this.#state = next;
    this.#attempt.abort(
      new ConnectFailure({ code: "process_ended", message: "The server was stopped while connecting." }),
    );
    if (state.kind === "connected") await this.#options.close(state.live);
    else if (state.kind === "connecting") await state.done.catch(() => {});
  }
}

/** When a caller stops waiting, the attempt continues for the others. */
function orAborted<Live>(attempt: Promise<Live>, signal: AbortSignal): Promise<Live> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    attempt.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function asFailure(error: unknown): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ConnectFailure({ code: "protocol", message, cause: error });
}

function givenUpFailure(error: ConnectFailure): ConnectFailure {
  const message = `Gave up after ${maxAttempts} attempts: ${error.message}`;
  return new ConnectFailure({ code: error.code, message, cause: error });
}

/** After this many failures in a row only a restart or a new task tries again. */
const maxAttempts = 5;

const firstDelayMs = 500;

/** Doubles with each failure, with jitter. */
function backoff(failures: number, random: () => number): number {
  return Math.round(firstDelayMs * 2 ** (failures - 1) * (0.75 + random() / 2));
}
