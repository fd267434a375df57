import type { ReasoningEffort } from "@roo-code/types";

/** `major` × 100 + `minor`, so that 3.10 is greater than 3.9. */
type GeminiVersion = number;

const gemini25: GeminiVersion = 205;
export const gemini3: GeminiVersion = 300;

/** By the model's name; undefined for other models (Gemma). */
function versionOf(model: string): GeminiVersion | undefined {
  const [, major, minor = "0"] = /\bgemini-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
  if (major !== undefined) return Number(major) * 100 + Number(minor);
  return /\bgemini-.*latest/.test(model) ? Number.POSITIVE_INFINITY : undefined;
}

export function isAtLeast(model: string, version: GeminiVersion): boolean {
  return (versionOf(model) ?? 0) >= version;
}

export interface ThinkingSettings {
  readonly reasoningEffort?: ReasoningEffort | undefined;
  readonly maxThinkingTokens?: number | undefined;
}

export interface ThinkingConfig {
  readonly includeThoughts?: true;
  readonly thinkingBudget?: number;
  readonly thinkingLevel?: "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";
}

/** How thinking is configured: Gemini 2.5 accepts a number of tokens, 3 a level, others nothing. */
export function toThinkingConfig(model: string, settings: ThinkingSettings): ThinkingConfig | undefined {
  if (isAtLeast(model, gemini3)) return withLevel(model, settings);
  if (isAtLeast(model, gemini25) && !model.includes("image")) return withBudget(model, settings);
  return undefined;
}

function withLevel(model: string, { reasoningEffort: effort, maxThinkingTokens }: ThinkingSettings): ThinkingConfig {
  const thoughts = effort === "none" ? {} : ({ includeThoughts: true } as const);
  if (effort !== undefined) return { ...thoughts, thinkingLevel: toLevel(model, effort) };
  // Both at once are rejected.
  return { ...thoughts, thinkingBudget: maxThinkingTokens };
}

function toLevel(model: string, effort: ReasoningEffort): NonNullable<ThinkingConfig["thinkingLevel"]> {
  switch (effort) {
    case "none":
    case "minimal":
      return supportsMinimal(model) ? "MINIMAL" : "LOW";
    case "low":
      return "LOW";
    case "medium":
      return versionOf(model) === gemini3 && model.includes("pro") ? "HIGH" : "MEDIUM";
    case "high":
    case "xhigh":
      return "HIGH";
  }
}

/** Flash-Lite, and Flash before 3.6. */
function supportsMinimal(model: string): boolean {
  return model.includes("flash-lite") || (model.includes("flash") && !isAtLeast(model, 306));
}

function withBudget(model: string, settings: ThinkingSettings): ThinkingConfig | undefined {
  const isLite = model.includes("flash-lite");
  const thinkingBudget = budgetOf(model.includes("pro"), isLite, settings);
  // Flash-Lite does not think by default, and then has no thoughts to include.
  if (thinkingBudget === undefined) return isLite ? undefined : { includeThoughts: true };
  return thinkingBudget === 0 ? { thinkingBudget } : { includeThoughts: true, thinkingBudget };
}

const budgets: Record<ReasoningEffort, number> = {
  none: 0,
  minimal: 512,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
  xhigh: 32_768,
};

/** Thinking cannot be disabled for Pro. */
function budgetOf(isPro: boolean, isLite: boolean, settings: ThinkingSettings): number | undefined {
  const { reasoningEffort: effort, maxThinkingTokens } = settings;
  const requested = maxThinkingTokens ?? (effort && budgets[effort]);
  if (requested === undefined) return undefined;
  if (requested === 0 && !isPro) return 0;
  const [min, max] = isPro ? [128, 32_768] : [isLite ? 512 : 1, 24_576];
  return Math.min(Math.max(requested, min), max);
}
