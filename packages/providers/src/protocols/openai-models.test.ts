import type { ReasoningEffort } from "@roo-code/types";
import { expect, it } from "vitest";
import { effortFor, isReasoningModel } from "./openai-models.ts";

it.each<[string, boolean | undefined]>([
  ["o3", true],
  ["o4-mini-2025-04-16", true],
  ["gpt-5", true],
  ["gpt-5.5", true],
  ["gpt-5.3-codex", true],
  ["openai/gpt-5-mini", true],
  ["ft:o4-mini:org::id", true],
  ["codex-mini-latest", true],
  ["gpt-oss-120b", true],
  ["gpt-4o", false],
  ["gpt-4.1-mini", false],
  ["gpt-5-chat-latest", false],
  ["gpt-5.1-chat-latest", false],
  ["o1-mini", false],
  ["chatgpt-4o-latest", false],
  ["our-deployment", undefined],
  ["oracle", undefined],
])("of %s: %s", (model, expected) => {
  expect(isReasoningModel(model)).toBe(expected);
});

it.each<[string, ReasoningEffort, ReasoningEffort]>([
  ["gpt-5.5", "xhigh", "xhigh"],
  ["gpt-5.5", "none", "none"],
  ["gpt-5.5", "minimal", "none"],
  ["gpt-5.1", "xhigh", "high"],
  ["gpt-5.1-codex-max", "xhigh", "xhigh"],
  ["gpt-5-codex", "minimal", "low"],
  ["gpt-5", "minimal", "minimal"],
  ["gpt-5", "none", "minimal"],
  ["gpt-5-pro", "low", "high"],
  ["o3", "minimal", "low"],
  ["o3", "medium", "medium"],
  ["our-deployment", "xhigh", "xhigh"],
])("sends %s effort %s as %s", (model, effort, expected) => {
  expect(effortFor(model, effort)).toBe(expected);
});
