import { applyPatch, createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

const text = fc
  .tuple(fc.array(fc.constantFrom("a", "b", "c", "", "dd"), { maxLength: 25 }), fc.constantFrom("", "\n"))
  .map(([lines, end]) => (lines.length === 0 ? "" : lines.join("\n") + end));

it("turns the old text into the new one, whatever they have in common", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyPatch(before, unifiedDiff("a.txt", before, after))).toBe(after);
    }),
  );
});

it("shows a change in the middle of a large file with the right line numbers", () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
  const [before, after] = [lines.join("\n"), lines.with(100, "changed").toSpliced(50, 1).join("\n")];
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const whole = createTwoFilesPatch("a/a.txt", "b/a.txt", before, after, undefined, undefined, options);
  expect(unifiedDiff("a.txt", before, after)).toBe(whole);
});
