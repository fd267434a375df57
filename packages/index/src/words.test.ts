import * as fc from "fast-check";
import { expect, it } from "vitest";
import { queryWords, splitWords } from "./words.ts";

it.each([
  ["parseHTTPResponse2", ["parse", "http", "response", "2", "parsehttpresponse2"]],
  ["snake_case_name", ["snake", "case", "name", "snakecasename"]],
  ["a.b-c", ["a", "b", "c"]],
  ["Größe über ключСлово", ["größe", "über", "ключ", "слово", "ключслово"]],
  ["日本語", ["日本語"]],
  ["", []],
])("splits %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it("skips what is too long to be a word", () => {
  expect(splitWords(`short ${"x".repeat(300)} end`)).toEqual(["short", "end"]);
});

it("drops stop words of a query unless there are no others", () => {
  expect(queryWords("How does the retry of a request work?")).toEqual(["retry", "request", "work"]);
  expect(queryWords("what is it")).toEqual(["what", "is", "it"]);
});

it("returns words of letters and digits for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      for (const word of splitWords(text)) {
        expect(word.length).toBeGreaterThan(0);
        expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }
    }),
    { numRuns: 100 },
  );
});
