import type { Clock } from "@roo-code/types";
import { ConnectFailure, type ConnectionState } from "./connect-failure.ts";

interface ConnectionOptions<Live> {
  readonly clock: Clock;
  readonly random: () => number;
  /** Rejects with a `ConnectFailure`. */
  readonly open: (signal: AbortSignal) => Promise<Live>;
  /** Never rejects. */
  readonly close: (live: Live) => Promise<void>;
  /** Whether somebody would notice that it is gone: then it is restored without being asked for. */
  readonly isWanted: () => boolean;
  readonly onEvent: (event: ConnectionEvent<Live>) => void;
}

export type ConnectionEvent<Live> =
  | { readonly type: "start" }
  | { readonly type: "added"; readonly live: Live; readonly durationMs: number }
  | {
      readonly type: "failed";
      readonly error: ConnectFailure;
      /** null for a connection that was there and is lost. */
      readonly durationMs: number | null;
      readonly retryInMs: number | null;
    };

/** A connection that lasted this long was a good one: what comes after it is not counted against it. */
const goodAfterMs = 10_000;

/**
 * One connection over its whole life: made when it is first needed, made anew with growing pauses when it is lost, given
 * up when that does not help. One attempt at a time, whoever asks.
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
        // Somebody else may have been there first.
        return orAborted(this.#state === state ? this.#connect() : this.ensure(signal), signal);
      }
      case "failed":
        throw state.error;
      case "closed":
        throw new ConnectFailure({ code: "process_ended", message: "The server is switched off.", isPermanent: true });
    }
  }

  /** Told by whoever listens to the connection: it has ended by itself. */
  lost(live: Live, error: ConnectFailure): void {
    const state = this.#state;
    if (state.kind !== "connected" || state.live !== live) return;
    if (this.#options.clock.monotonic() - state.since >= goodAfterMs) this.#failures = 0;
    this.#fail(error, null);
  }

  /** Ends it and forgets its failures; it is made anew when it is next needed, or at once when it is wanted. */
  async restart(): Promise<void> {
    if (this.#state.kind === "closed") return;
    await this.#leave({ kind: "idle" });
    this.#failures = 0;
    if (this.#options.isWanted() && this.#state.kind === "idle") this.#connect().catch(() => {});
  }

  /** What failed before need not fail again: for a new task. */
  forgive(): void {
    if (this.#state.kind !== "failed") return;
    this.#failures = 0;
    this.#state = { kind: "idle" };
  }

  /** For good. May be called twice. */
  async close(): Promise<void> {
    await this.#leave({ kind: "closed" });
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
    const { clock, random, isWanted, onEvent } = this.#options;
    this.#failures += 1;
    const isOver = error.isPermanent || this.#failures >= maxAttempts;
    const retryInMs = isOver ? null : backoff(this.#failures, random);
    if (retryInMs === null) {
      this.#state = { kind: "failed", error: isOver && !error.isPermanent ? givenUp(error) : error };
    } else {
      const waiting = { kind: "waiting", error, until: clock.monotonic() + retryInMs } as const;
      this.#state = waiting;
      if (isWanted()) void this.#retryAfter(retryInMs, waiting);
    }
    onEvent({ type: "failed", error, durationMs, retryInMs });
  }

  async #retryAfter(ms: number, waiting: ConnectionState<Live>): Promise<void> {
    const { signal } = (this.#attempt = new AbortController());
    await this.#options.clock.sleep(ms, signal);
    if (!signal.aborted && this.#state === waiting) this.#connect().catch(() => {});
  }

  async #leave(next: { readonly kind: "idle" } | { readonly kind: "closed" }): Promise<void> {
    const state = this.#state;
    if (state.kind === "closed") return;
    this.#state = next;
    this.#attempt.abort(
      new ConnectFailure({ code: "process_ended", message: "The server was stopped while it was being reached." }),
    );
    if (state.kind === "connected") await this.#options.close(state.live);
    else if (state.kind === "connecting") await state.done.catch(() => {});
  }
}

/** The attempt goes on for others when one who waits for it stops waiting. */
function orAborted<Live>(work: Promise<Live>, signal: AbortSignal): Promise<Live> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

function asFailure(error: unknown): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ConnectFailure({ code: "protocol", message, cause: error });
}

function givenUp(error: ConnectFailure): ConnectFailure {
  const message = `Given up after ${maxAttempts} attempts: ${error.message}`;
  return new ConnectFailure({ code: error.code, message, cause: error });
}

/** As many in a row, then it takes a person or a new task. */
const maxAttempts = 5;

const firstMs = 500;

/** Twice as long after each failure, spread so that many do not come at once. */
function backoff(failures: number, random: () => number): number {
  return Math.round(firstMs * 2 ** (failures - 1) * (0.75 + random() / 2));
}
