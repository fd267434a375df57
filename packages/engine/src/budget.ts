import type { Clock, Failure, Limits, TaskState } from "@roo-code/types";

/** What one run may still use. Asked before every request, so that it is overshot by one request at most. */
export class Budget {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #turnsBefore: number;
  readonly #tokensBefore: number;
  readonly #costBefore: number;

  constructor(options: { limits: Limits; clock: Clock; state: TaskState }) {
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#startedAt = options.clock.monotonic();
    this.#turnsBefore = options.state.turns;
    this.#tokensBefore = tokens(options.state);
    this.#costBefore = options.state.usage.costUsd ?? 0;
  }

  elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }

  /** The limit that has been reached, as the reason the run ends with. */
  exhausted(state: TaskState): Failure | undefined {
    const { turns, tokens: tokenLimit, costUsd, seconds } = this.#limits;
    if (turns !== undefined && state.turns - this.#turnsBefore >= turns) return limit("turns", `${turns} turns`);
    if (tokenLimit !== undefined && tokens(state) - this.#tokensBefore >= tokenLimit)
      return limit("tokens", `${tokenLimit} tokens`);
    if (costUsd !== undefined && (state.usage.costUsd ?? 0) - this.#costBefore >= costUsd)
      return limit("cost", `${costUsd} USD`);
    if (seconds !== undefined && this.elapsedMs() >= seconds * 1000) return limit("time", `${seconds} seconds`);
    return undefined;
  }
}

export function limit(code: string, what: string): Failure {
  return { code: `limit_${code}`, message: `Stopped at the limit of ${what}.` };
}

function tokens({ usage }: TaskState): number {
  return usage.inputTokens + usage.outputTokens;
}
