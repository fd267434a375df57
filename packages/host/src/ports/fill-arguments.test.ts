import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fillArguments } from "./fill-arguments.ts";

it.each([
  ["Fix $ARGUMENTS.", "the bug", "Fix the bug."],
  ["From $1 to $2, $1.", `a "b c"`, "From a to b c, a."],
  ["From $1 to $2.", "a", "From a to ."],
  ["Review.", "src", "Review.\n\nArguments: src"],
  ["Review.", "  ", "Review."],
  ["Costs $100 and $1.50.", "x", "Costs $100 and $1.50.\n\nArguments: x"],
  ["$ARGUMENTS", "$1 $& $ARGUMENTS", "$1 $& $ARGUMENTS"],
])("puts %j and %j together", (text, args, whole) => {
  expect(fillArguments(text, args)).toBe(whole);
});

it("loses nothing of arguments that have one place", () => {
  fc.assert(
    fc.property(fc.string(), (args) => {
      expect(fillArguments("a $ARGUMENTS b", args)).toBe(`a ${args.trim()} b`);
    }),
    { numRuns: 100 },
  );
});
