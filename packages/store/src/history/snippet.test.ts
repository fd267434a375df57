import * as fc from "fast-check";
import { expect, it } from "vitest";
import { findTerms } from "./find-terms.ts";
import { snippetOf } from "./snippet.ts";

const terms = [{ words: ["zebra"], isPrefix: false }];

it("shows the text around the first word, on one line", () => {
  const text = `${"before ".repeat(40)}\nthe Zebra\n${"after ".repeat(40)}`;
  const { text: shown, marks } = snippetOf(text, findTerms(text, terms) ?? []);
  expect(shown).toMatch(/^…[^\n]*before {2}the Zebra after [^\n]*…$/);
  expect(marks.map(({ start, end }) => shown.slice(start, end))).toEqual(["Zebra"]);
});

it("marks the words it shows, whatever surrounds them", () => {
  const filler = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(filler, filler, (before, after) => {
      const text = `${before} zebra ${after} zebra`;
      const { text: shown, marks } = snippetOf(text, findTerms(text, terms) ?? []);
      expect(marks.map(({ start, end }) => shown.slice(start, end))[0]).toBe("zebra");
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.length).toBeLessThan(170);
    }),
    { numRuns: 100 },
  );
});
