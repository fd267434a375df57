import type { ModelPrices, Usage } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModel } from "../models/find-model.ts";
import { pricesAt, priceUsage } from "./price-usage.ts";

function usage(over: Partial<Usage>): Usage {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null, ...over };
}

async function cost(provider: string, model: string, used: Partial<Usage>): Promise<number | null> {
  const found = await findModel(provider, model);
  return priceUsage(usage(used), found?.prices);
}

describe("priceUsage", () => {
  it("charges Anthropic's cache reads and writes at their own rates", async () => {
    // Sonnet 4.5 per million: 3 in, 15 out, 3.75 written, 0.30 read.
    const used = { inputTokens: 100_000, cacheReadTokens: 80_000, cacheWriteTokens: 10_000, outputTokens: 2000 };
    const expected = 10_000 * 3e-6 + 80_000 * 0.3e-6 + 10_000 * 3.75e-6 + 2000 * 15e-6;
    expect(await cost("anthropic", "claude-sonnet-4-5", used)).toBeCloseTo(expected, 9);
    expect(expected).toBeCloseTo(0.1215, 9);
  });

  it("charges the whole request at the tier's rates once the prompt exceeds its threshold", async () => {
    // Above 200,000 tokens of prompt: 6 in, 22.50 out, 0.60 read.
    expect(await cost("anthropic", "claude-sonnet-4-5", { inputTokens: 200_000, outputTokens: 1000 })).toBeCloseTo(
      0.615,
      9,
    );
    expect(await cost("anthropic", "claude-sonnet-4-5", { inputTokens: 200_001, outputTokens: 1000 })).toBeCloseTo(
      1.222506,
      9,
    );
    const cached = { inputTokens: 300_000, cacheReadTokens: 290_000, outputTokens: 1000 };
    expect(await cost("anthropic", "claude-sonnet-4-5", cached)).toBeCloseTo(0.06 + 0.174 + 0.0225, 9);
  });

  it("does so for Gemini 2.5 Pro", async () => {
    // 1.25 in and 10 out up to 200,000 tokens, 2.50 and 15 above.
    expect(await cost("gemini", "gemini-2.5-pro", { inputTokens: 150_000, outputTokens: 4000 })).toBeCloseTo(0.2275, 9);
    expect(await cost("gemini", "gemini-2.5-pro", { inputTokens: 250_000, outputTokens: 4000 })).toBeCloseTo(0.685, 9);
  });

  it("charges reasoning as output, and cached input at OpenAI's discount", async () => {
    // GPT-5 per million: 1.25 in, 0.125 cached, 10 out.
    const used = { inputTokens: 50_000, cacheReadTokens: 40_000, outputTokens: 3000, reasoningTokens: 2500 };
    expect(await cost("openai-native", "gpt-5", used)).toBeCloseTo(0.0125 + 0.005 + 0.03, 9);
  });

  it("charges reasoning separately if it has a rate, at most for the output", () => {
    const prices: ModelPrices = { input: 1, output: 2, reasoning: 10 };
    expect(priceUsage(usage({ outputTokens: 1_000_000, reasoningTokens: 400_000 }), prices)).toBeCloseTo(5.2, 9);
    expect(priceUsage(usage({ outputTokens: 1_000_000, reasoningTokens: 9_000_000 }), prices)).toBeCloseTo(10, 9);
  });

  it("charges cached input in full without a discount", () => {
    expect(
      priceUsage(usage({ inputTokens: 1_000_000, cacheReadTokens: 900_000 }), { input: 2, output: 1 }),
    ).toBeCloseTo(2, 9);
  });

  it("returns null without prices", async () => {
    expect(priceUsage(usage({ inputTokens: 5 }), undefined)).toBeNull();
    expect(await cost("openai", "gpt-nobody-knows", { inputTokens: 5 })).toBeNull();
  });

  it("is never negative, and grows with output", () => {
    const count = fc.nat(2_000_000);
    const rate = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(count, count, count, count, rate, rate, (input, read, write, output, inputRate, outputRate) => {
        const prices = { input: inputRate, output: outputRate };
        const used = usage({
          inputTokens: input,
          cacheReadTokens: read,
          cacheWriteTokens: write,
          outputTokens: output,
        });
        const price = priceUsage(used, prices) ?? -1;
        expect(price).toBeGreaterThanOrEqual(0);
        expect(priceUsage({ ...used, outputTokens: output + 1000 }, prices) ?? -1).toBeGreaterThanOrEqual(price);
      }),
      { numRuns: 100 },
    );
  });
});

describe("pricesAt", () => {
  const prices: ModelPrices = {
    input: 1,
    output: 2,
    changes: [
      { from: "2027-01-01", input: 3, output: 4, tiers: [{ above: 10, input: 5, output: 6 }] },
      { hours: ["22:00", "02:00"], input: 7, output: 8 },
    ],
  };
  const at = (time: string) => pricesAt(prices, Date.parse(time)).input;

  it("uses the last change that applies by date and hour in UTC", () => {
    expect([at("2026-12-31T21:59:59Z"), at("2026-12-31T22:00:00Z"), at("2027-01-01T01:59:00Z")]).toEqual([1, 7, 7]);
    expect([at("2027-01-01T02:00:00Z"), at("2026-12-31T21:00:00-05:00")]).toEqual([3, 3]);
  });

  it("uses the tiers of the change that applies", () => {
    const later = pricesAt(prices, Date.parse("2027-06-01T12:00:00Z"));
    expect(priceUsage(usage({ inputTokens: 1_000_000 }), later)).toBe(5);
  });

  it("applies DeepSeek's peak hours", async () => {
    const model = await findModel("deepseek", "deepseek-v4-pro");
    const price = (time: string) => model?.prices && pricesAt(model.prices, Date.parse(time)).output;
    expect([price("2026-11-16T00:59:00Z"), price("2026-11-16T01:00:00Z"), price("2026-11-16T10:00:00Z")]).toEqual([
      1.98, 3.96, 1.98,
    ]);
  });
});
