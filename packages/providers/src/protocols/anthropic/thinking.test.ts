import type { ProviderSettings } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveConnection } from "../../connection.ts";
import { claudeVersion, replySize } from "./claude-model.ts";
import { type Thinking, thinkingFor } from "./thinking.ts";

function thinkingOf(model: string, over: Partial<ProviderSettings> = {}): Thinking {
  const settings = { apiProvider: "anthropic", apiKey: "k", apiModelId: model, ...over };
  return thinkingFor(resolveConnection(settings, {}));
}

const bound = { block_binding: { prefix_mismatch_behavior: "drop_block" } };

describe("thinkingFor", () => {
  it("does not request thinking by default", () => {
    expect(thinkingOf("claude-sonnet-4-5")).toEqual({ maxTokens: 32_000, betas: [] });
    expect(thinkingOf("claude-opus-4-8")).toEqual({ maxTokens: 64_000, betas: [] });
    expect(thinkingOf("claude-sonnet-4-5", { reasoningEffort: "none" })).toEqual({ maxTokens: 32_000, betas: [] });
  });

  it("sets a budget for models that accept one, with room for the reply", () => {
    expect(thinkingOf("claude-sonnet-4-5", { maxThinkingTokens: 10_000 })).toEqual({
      maxTokens: 42_000,
      thinking: { type: "enabled", budget_tokens: 10_000 },
      betas: ["interleaved-thinking-2025-05-14"],
    });
    expect(thinkingOf("claude-3-7-sonnet-latest", { reasoningEffort: "low" })).toEqual({
      maxTokens: 32_000,
      thinking: { type: "enabled", budget_tokens: 2_048 },
      betas: [],
    });
  });

  it("keeps a configured limit", () => {
    const over = { maxThinkingTokens: 10_000, maxTokens: 4_096 };
    expect(thinkingOf("claude-sonnet-4-5", over)).toMatchObject({
      maxTokens: 4_096,
      thinking: { budget_tokens: 3_072 },
    });
    expect(thinkingOf("claude-sonnet-4-5", { ...over, maxTokens: 2_000 })).toEqual({ maxTokens: 2_000, betas: [] });
  });

  it("sets an effort for models that accept one", () => {
    expect(thinkingOf("claude-opus-4-6", { reasoningEffort: "xhigh" })).toEqual({
      maxTokens: 64_000,
      thinking: { type: "adaptive" },
      effort: "high",
      betas: [],
    });
    expect(thinkingOf("claude-opus-4-7", { reasoningEffort: "xhigh" })).toMatchObject({
      thinking: { type: "adaptive", display: "summarized" },
      effort: "xhigh",
    });
    expect(thinkingOf("claude-opus-4-7", { maxThinkingTokens: 5_000 }).thinking).toEqual({
      type: "adaptive",
      display: "summarized",
    });
    expect(thinkingOf("claude-opus-4-6", { maxThinkingTokens: 5_000 }).thinking).toMatchObject({ type: "enabled" });
  });

  it("shows the thinking of models that always think, with the lowest effort for none", () => {
    expect(thinkingOf("claude-opus-5").thinking).toEqual({ type: "adaptive", display: "summarized" });
    expect(thinkingOf("claude-opus-5-5", { reasoningEffort: "none" })).toEqual({
      maxTokens: 64_000,
      thinking: { type: "adaptive", display: "summarized", ...bound },
      effort: "low",
      betas: ["thinking-binding-controls-2026-08-01"],
    });
  });

  it("sends no fields that a gateway may not support", () => {
    const thinking = thinkingOf("claude-opus-5-5", { apiBaseUrl: "https://gateway.example/anthropic" });
    expect(thinking).toEqual({
      maxTokens: 64_000,
      thinking: { type: "adaptive", display: "summarized" },
      betas: [],
    });
  });

  it("sends nothing to models that cannot think", () => {
    expect(thinkingOf("claude-3-5-haiku-latest", { maxThinkingTokens: 4_000 })).toEqual({
      maxTokens: 8_192,
      betas: [],
    });
  });

  it("never sends what the vendor rejects", () => {
    const models = ["claude-3-7-sonnet", "claude-opus-4-1", "claude-sonnet-4-5", "claude-opus-4-6", "MiniMax-M2"];
    const tokens = fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...models), tokens, tokens, (model, maxThinkingTokens, maxTokens) => {
        const over = { ...(maxThinkingTokens && { maxThinkingTokens }), ...(maxTokens && { maxTokens }) };
        const { thinking, maxTokens: limit } = thinkingOf(model, over);
        const budget = Number(thinking?.budget_tokens ?? 1_024);
        expect(limit).toBeLessThanOrEqual(maxTokens ?? replySize(claudeVersion(model)).max);
        expect(budget).toBeGreaterThanOrEqual(1_024);
        expect(budget).toBeLessThan(thinking ? limit : Number.POSITIVE_INFINITY);
      }),
    );
  });
});
