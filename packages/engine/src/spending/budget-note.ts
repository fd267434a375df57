import type { BudgetShare } from "@roo-code/types";

const warningShare = 0.8;

/** Warns the model once when the budget of the run is nearly used up. */
export class BudgetNote {
  readonly #budget: BudgetShare;
  #hasWarned = false;

  constructor(budget: BudgetShare) {
    this.#budget = budget;
  }

  take(): string | undefined {
    if (this.#hasWarned) return undefined;
    const nearest = this.#budget.nearest();
    if (!nearest || nearest.share < warningShare) return undefined;
    this.#hasWarned = true;
    const percent = Math.min(100, Math.floor(nearest.share * 100));
    return `${percent} % of the budget of this run (${nearest.limit}) is used up. Do what matters most, then complete.`;
  }
}
