import { expect, it } from "vitest";
import { overflowWindow } from "./overflow-window.ts";

it.each([
  ["This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.", 128_000],
  ["prompt is too long: 210,000 tokens > 200,000 maximum", 200_000],
  ["input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length", 200_000],
  ["the request exceeds the available context size of 4096 tokens", 4096],
  ["input is too long for requested model", undefined],
  ["maximum context length is 7", undefined],
])("reads %j as %s", (message, window) => {
  expect(overflowWindow(message)).toBe(window);
});
