import * as fc from "fast-check";
import { expect, it } from "vitest";
import { joinLines, splitLines } from "./text-lines.ts";

it("restores every text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\r", "\n", "\r\n") }), (text) => {
      expect(joinLines(splitLines(text))).toBe(text);
    }),
  );
});

it("does not invent an empty last line", () => {
  expect(splitLines("a\r\nb\n")).toEqual([
    { text: "a", ending: "\r\n" },
    { text: "b", ending: "\n" },
  ]);
});
