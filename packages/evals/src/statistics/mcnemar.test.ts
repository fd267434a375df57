import * as fc from "fast-check";
import { expect, test } from "vitest";
import { exactMcNemar } from "./mcnemar.ts";

test.each([
  { lost: 12, gained: 3, p: 0.0352 },
  { lost: 0, gained: 6, p: 0.03125 },
  { lost: 5, gained: 5, p: 1 },
  { lost: 0, gained: 0, p: 1 },
  { lost: 0, gained: 5, p: 0.0625 },
])("$lost lost and $gained gained: p = $p", ({ lost, gained, p }) => {
  expect(exactMcNemar({ lost, gained })).toBeCloseTo(p, 4);
});

test("it does not matter which run comes first, and a more unequal split is never likelier", () => {
  const count = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(count, count, (lost, gained) => {
      const p = exactMcNemar({ lost, gained });
      expect(exactMcNemar({ lost: gained, gained: lost })).toBe(p);
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
      const [fewer, more] = [Math.min(lost, gained), Math.max(lost, gained)];
      expect(exactMcNemar({ lost: Math.max(0, fewer - 1), gained: more + 1 })).toBeLessThanOrEqual(p);
    }),
  );
});
