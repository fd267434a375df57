import { expect, it } from "vitest";
import { guessProvider } from "./guess-provider.ts";

it.each([
  ["sk-ant-fake", "anthropic"],
  ["sk-or-fake", "openrouter"],
  ["sk-proj-fake", "openai-native"],
  ["AIzaFake", "gemini"],
  ["something else", undefined],
])("%s is a key of %s", (key, provider) => {
  expect(guessProvider(key)).toBe(provider);
});
