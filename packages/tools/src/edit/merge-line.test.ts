import * as fc from "fast-check";
import { expect, it } from "vitest";
import { mergeLine } from "./merge-line.ts";

it.each([
  ["a final comma", "a: 1", "a: 1,", "a: 2", "a: 2,"],
  ["quotes", 'say("hi", x)', "say(“hi”, x)", 'say("hi", y)', "say(“hi”, y)"],
  ["spacing", "let a = 1", "let  a  = 1", "let a = 2", "let  a  = 2"],
  ["the end of a line that was cut off", "call(one, t", "call(one, t, three);", "call(1, t", "call(1, t, three);"],
])("takes over %s that only the file has", (_, base, file, theirs, expected) => {
  expect(mergeLine(base, file, theirs)).toBe(expected);
});

it("gives up where both changed the same tokens", () => {
  expect(mergeLine("a = 1", "a = 2", "a = 3")).toBeUndefined();
});

it("returns the requested line when the file is as expected, and the file's line when nothing changes", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ",", "“", "1") }).map((line) => `x${line}`);
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(mergeLine(left, left, right)).toBe(right);
      expect(mergeLine(left, right, left)).toBe(right);
    }),
  );
});
