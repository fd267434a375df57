import type { ModelInfo } from "@roo-code/types";

/** What can be known of how much a model takes, and for how much. */
export type ModelLimits = Pick<ModelInfo, "contextWindow" | "maxOutput" | "prices">;

export interface ContextPorts {
  /**
   * Of the model that answers now. Asked before every request but the first, and before anything is estimated, so that
   * what both need can be loaded here. Quick when asked again. Never rejects.
   */
  modelLimits(): Promise<ModelLimits>;
  /** A quick guess. Never throws. */
  estimateTokens(text: string): number;
  /** Share of the window, in per cent, above which the oldest messages are summed up. */
  readonly threshold: number;
}

export const defaultThreshold = 75;
