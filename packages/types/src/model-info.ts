import type { ReasoningEffort } from "./settings/choices.ts";

/** What is known about a model. Absent means unknown, not no. */
export interface ModelInfo {
  /** As the provider wants it in a request. */
  readonly id: string;
  readonly name: string;
  /** Tokens of prompt and reply together. */
  readonly contextWindow?: number;
  /** Maximum tokens of one reply. */
  readonly maxOutput?: number;
  readonly prices?: ModelPrices;
  readonly takesImages?: boolean;
  readonly callsTools?: boolean;
  readonly reasons?: boolean;
  /** Supported reasoning efforts. */
  readonly efforts?: readonly ReasoningEffort[];
}

/** US dollars per million tokens. */
export interface TokenRates {
  readonly input: number;
  readonly output: number;
  /** Absent: charged at the input price. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Absent: reasoning is charged as output. */
  readonly reasoning?: number;
}

export interface ModelPrices extends TokenRates {
  /** Rates of the whole request once its prompt is longer than `above` tokens, shortest first. */
  readonly tiers?: readonly PriceTier[];
  /** Prices that replace these at certain times; of several that apply the last. */
  readonly changes?: readonly PriceChange[];
}

export interface PriceTier extends TokenRates {
  readonly above: number;
}

export interface PriceChange extends TokenRates {
  readonly tiers?: readonly PriceTier[];
  /** First day, `2027-01-01`, in UTC. */
  readonly from?: string;
  /** Time of day in UTC, `["01:00", "04:00"]`: from the first up to the second. */
  readonly hours?: readonly [string, string];
}
