import type { BudgetEstimate, BudgetShare, BudgetUse, Reservation } from "./budget.ts";
import type { Clock } from "./clock.ts";
import type { Failure } from "./event.ts";
import type { Limits } from "./limits.ts";
import type { Usage } from "./usage.ts";

/** A threshold of a limit that was passed for the first time. */
export interface BudgetWarning extends BudgetUse {
  /** 50 or 80. */
  readonly percent: number;
  /** For people. */
  readonly message: string;
}

export interface BudgetLedgerOptions {
  readonly limits: Limits;
  readonly clock: Clock;
  /** The parent budget. */
  readonly whole?: BudgetShare | undefined;
  /** Called once per limit and threshold. Must not throw. */
  readonly onWarning?: ((warning: BudgetWarning) => void) | undefined;
}

interface Amounts {
  readonly tokens: number;
  readonly costUsd: number;
  readonly turns: number;
}

type Countable = keyof Amounts;

const countables: readonly Countable[] = ["turns", "tokens", "costUsd"];
const warningPercents = [50, 80];
/** A request without an estimate is assumed to be at most this many times the largest so far. */
const growth = 2;

/**
 * What one run and its subtasks may still use. Cost, tokens and turns are reserved before each request and
 * counted after it; with estimates that hold, the whole tree overshoots by less than one request.
 */
export class BudgetLedger implements BudgetShare {
  readonly #options: BudgetLedgerOptions;
  readonly #held = new Set<Amounts>();
  readonly #warned = new Set<string>();
  #spent: Amounts = { tokens: 0, costUsd: 0, turns: 0 };
  #largest: Amounts | undefined;
  #startedAt: number;
  #changed = Promise.withResolvers<void>();

  constructor(options: BudgetLedgerOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
  }

  /** Starts the run's clock. */
  begin(): void {
    this.#startedAt = this.#options.clock.monotonic();
  }

  elapsedMs(): number {
    return Math.round(this.#options.clock.monotonic() - this.#startedAt);
  }

  exhausted(): Failure | undefined {
    const reached = this.#uses().find(({ share }) => share >= 1);
    return reached ? limitReached(reached.code, reached.limit) : this.#options.whole?.exhausted();
  }

  nearest(): BudgetUse | undefined {
    const above = this.#options.whole?.nearest();
    const uses: BudgetUse[] = [...this.#uses(), ...(above ? [above] : [])];
    return uses.toSorted((left, right) => right.share - left.share).at(0);
  }

  async reserve(estimate: BudgetEstimate, signal: AbortSignal): Promise<Reservation | Failure> {
    for (;;) {
      signal.throwIfAborted();
      const exhausted = this.exhausted();
      if (exhausted) return exhausted;
      if (this.#hasRoom()) break;
      await unlessAborted(this.#changed.promise, signal);
    }
    const amounts = this.#upperBound(estimate);
    this.#held.add(amounts);
    return this.#reserveAbove(estimate, { amounts, signal });
  }

  spend(usage: Usage, turns: 0 | 1): void {
    this.#count(usage, turns);
    this.#options.whole?.spend(usage, turns);
  }

  async #reserveAbove(
    estimate: BudgetEstimate,
    { amounts, signal }: { amounts: Amounts; signal: AbortSignal },
  ): Promise<Reservation | Failure> {
    try {
      const above = await this.#options.whole?.reserve(estimate, signal);
      if (!above || "settle" in above) return this.#reservation(amounts, above);
      this.#release(amounts);
      return above;
    } catch (error) {
      this.#release(amounts);
      throw error;
    }
  }

  #reservation(amounts: Amounts, above: Reservation | undefined): Reservation {
    return {
      settle: (used) => {
        if (!this.#held.has(amounts)) return;
        // Counted before the reservation is released, so that no one sees a gap in between.
        if (used) this.#count(used.usage, used.turns);
        this.#release(amounts);
        above?.settle(used);
      },
    };
  }

  #release(amounts: Amounts): void {
    this.#held.delete(amounts);
    this.#wake();
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #count({ inputTokens, outputTokens, costUsd }: Usage, turns: 0 | 1): void {
    const used = { tokens: inputTokens + outputTokens, costUsd: costUsd ?? 0, turns };
    this.#spent = combine(this.#spent, used, (left, right) => left + right);
    this.#largest = combine(this.#largest ?? used, used, Math.max);
    this.#wake();
    this.#warn();
  }

  /** Whether anything is left beyond what pending requests have reserved. */
  #hasRoom(): boolean {
    if (this.#held.size === 0) return true;
    const { limits } = this.#options;
    return countables.every((name) => {
      const limit = limits[name];
      if (limit === undefined) return true;
      let taken = this.#spent[name];
      for (const held of this.#held) taken += held[name];
      return taken < limit;
    });
  }

  /** A request without an estimate makes others wait until the first reply shows what to expect. */
  #upperBound({ tokens, costUsd, turns }: BudgetEstimate): Amounts {
    const guess = (name: Countable) => (this.#largest ? this.#largest[name] * growth : Number.POSITIVE_INFINITY);
    return { tokens: tokens ?? guess("tokens"), costUsd: costUsd ?? guess("costUsd"), turns };
  }

  #warn(): void {
    const { onWarning } = this.#options;
    if (!onWarning) return;
    for (const { code, share, limit } of this.#uses()) {
      const due = warningPercents.filter(
        (percent) => share * 100 >= percent && !this.#warned.has(`${code} ${percent}`),
      );
      for (const percent of due) this.#warned.add(`${code} ${percent}`);
      const percent = due.at(-1);
      // One reply may pass both thresholds; the higher one is enough.
      if (percent === undefined) continue;
      const message = `${Math.floor(share * 100)} % of the limit of ${limit} is used.`;
      onWarning({ percent, share, limit, message });
    }
  }

  #uses(): (BudgetUse & { readonly code: string })[] {
    const { turns, tokens, costUsd, seconds } = this.#options.limits;
    const use = (code: string, spent: number, limit: number | undefined, unit: string) =>
      limit === undefined ? [] : [{ code, share: shareOf(spent, limit), limit: `${limit} ${unit}` }];
    return [
      ...use("turns", this.#spent.turns, turns, "turns"),
      ...use("tokens", this.#spent.tokens, tokens, "tokens"),
      ...use("cost", this.#spent.costUsd, costUsd, "USD"),
      ...use("time", this.elapsedMs() / 1000, seconds, "seconds"),
    ];
  }
}

export function limitReached(code: string, what: string): Failure {
  return { code: `limit_${code}`, message: `Stopped at the limit of ${what}.` };
}

function shareOf(spent: number, limit: number): number {
  return spent >= limit ? Math.max(1, spent / limit || 1) : spent / limit;
}

function combine(left: Amounts, right: Amounts, join: (left: number, right: number) => number): Amounts {
  return {
    tokens: join(left.tokens, right.tokens),
    costUsd: join(left.costUsd, right.costUsd),
    turns: join(left.turns, right.turns),
  };
}

async function unlessAborted(change: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const stop = () => aborted.resolve();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([change, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
