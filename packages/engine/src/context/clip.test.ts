import * as fc from "fast-check";
import { expect, it } from "vitest";
import { clip, clipLine } from "./clip.ts";

it("keeps the beginning and the end, and says how much is missing", () => {
  expect(clip("abcdefghi", 9)).toBe("abcdefghi");
  expect(clip(`${"a".repeat(60)}${"b".repeat(60)}`, 9)).toBe(`aaaaaa\n[… 111 characters omitted …]\nbbb`);
  expect(clipLine("  one\n two  ", 20)).toBe("one two");
});

it("respects the limit and never splits characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 0, max: 100 }), (text, most) => {
      expect(clip(text, most).length).toBeLessThanOrEqual(Math.max(most, 0) + 50);
      expect(clip(text, most).isWellFormed()).toBe(true);
      expect(clipLine(text, most + 1).length).toBeLessThanOrEqual(most + 1);
      expect(clipLine(text, most + 1)).not.toMatch(/\n/);
    }),
    { examples: [["😀".repeat(50), 7]] },
  );
});
