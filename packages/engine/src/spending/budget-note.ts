import type { BudgetShare } from "@roo-code/types";

const tellFrom = 0.8;

/** Tells a model once that what the whole run may use is nearly used up; undefined before that and after it. */
export class BudgetNote {
  readonly #budget: BudgetShare;
  #isTold = false;

  constructor(budget: BudgetShare) {
    this.#budget = budget;
  }

  take(): string | undefined {
    if (this.#isTold) return undefined;
    const nearest = this.#budget.nearest();
    if (!nearest || nearest.share < tellFrom) return undefined;
    this.#isTold = true;
    const percent = Math.min(100, Math.floor(nearest.share * 100));
    return `${percent} % of what this run may use (${nearest.limit}) is used up. Do what matters most, then complete.`;
  }
}
