import { describe, expect, it } from "vitest";
import { type ThinkingConfig, type ThinkingSettings, toThinkingConfig } from "./gemini-model.ts";

const thoughts = { includeThoughts: true } as const;

describe("toThinkingConfig", () => {
  it.each<[string, ThinkingSettings, ThinkingConfig | undefined]>([
    ["gemini-2.0-flash", { reasoningEffort: "high" }, undefined],
    ["gemma-3-27b-it", { reasoningEffort: "high" }, undefined],
    ["gemini-2.5-flash-image", {}, undefined],
    ["gemini-2.5-pro", {}, thoughts],
    ["gemini-2.5-pro", { reasoningEffort: "none" }, { ...thoughts, thinkingBudget: 128 }],
    ["gemini-2.5-pro", { reasoningEffort: "xhigh" }, { ...thoughts, thinkingBudget: 32_768 }],
    ["gemini-2.5-flash", { reasoningEffort: "none" }, { thinkingBudget: 0 }],
    ["gemini-2.5-flash", { reasoningEffort: "xhigh" }, { ...thoughts, thinkingBudget: 24_576 }],
    ["gemini-2.5-flash", { reasoningEffort: "low", maxThinkingTokens: 7_000 }, { ...thoughts, thinkingBudget: 7_000 }],
    ["gemini-2.5-flash-lite", {}, undefined],
    ["gemini-2.5-flash-lite", { maxThinkingTokens: 1 }, { ...thoughts, thinkingBudget: 512 }],
    ["gemini-3-pro-preview", {}, thoughts],
    ["gemini-3-pro-preview", { reasoningEffort: "medium" }, { ...thoughts, thinkingLevel: "HIGH" }],
    ["gemini-3.1-pro-preview", { reasoningEffort: "medium" }, { ...thoughts, thinkingLevel: "MEDIUM" }],
    ["gemini-3.1-pro-preview", { reasoningEffort: "minimal" }, { ...thoughts, thinkingLevel: "LOW" }],
    ["gemini-3.1-pro-preview", { maxThinkingTokens: 99 }, { ...thoughts, thinkingBudget: 99 }],
    [
      "gemini-3.1-pro-preview",
      { reasoningEffort: "low", maxThinkingTokens: 99 },
      { ...thoughts, thinkingLevel: "LOW" },
    ],
    ["gemini-3-flash-preview", { reasoningEffort: "none" }, { thinkingLevel: "MINIMAL" }],
    ["gemini-3.8-flash", { reasoningEffort: "none" }, { thinkingLevel: "LOW" }],
    ["gemini-3.10-flash", { reasoningEffort: "minimal" }, { ...thoughts, thinkingLevel: "LOW" }],
    ["gemini-flash-latest", { reasoningEffort: "xhigh" }, { ...thoughts, thinkingLevel: "HIGH" }],
  ])("configures %s with %j", (model, settings, config) => {
    expect(toThinkingConfig(model, settings)).toEqual(config);
  });
});
