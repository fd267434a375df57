import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyBlocks } from "./apply-blocks.ts";

describe("a text that is not quite the one searched", () => {
  it.each([
    ["spaces at line ends", "one  \ntwo\n", ["one", "two  "], ["1", "2"], "1\n2\n"],
    ["the amount of white space", "let  a =   1;\nx\n", ["let a = 1;"], ["let a = 2;"], "let a = 2;\nx\n"],
    [
      "indentation: deeper",
      "if x:\n    a\n    b\n",
      ["a", "b"],
      ["a", "if c:", "  b"],
      "if x:\n    a\n    if c:\n      b\n",
    ],
    ["indentation: less deep", "a\n  b\n", ["    a", "      b"], ["    a", "      c", "d"], "a\n  c\nd\n"],
    [
      "indentation: tabs",
      "\tif (a) {\n\t\tb();\n\t}\n",
      ["  if (a) {", "    b();", "  }"],
      ["  if (a) {", "    c();", "      d();", "  }"],
      "\tif (a) {\n\t\tc();\n\t\t\td();\n\t}\n",
    ],
    [
      "indentation: one tab",
      "\tb();\n",
      ["    b();"],
      ["    if (a) {", "        b();", "    }"],
      "\tif (a) {\n\t\tb();\n\t}\n",
    ],
    [
      "indentation: wider steps",
      "a\n    b\n        c\n",
      ["a", "  b", "    c"],
      ["a", "  x", "    c"],
      "a\n    x\n        c\n",
    ],
    ["typographic characters", "say(“hi”) — now…\nx\n", ['say("hi") - now...'], ['say("ho")'], 'say("ho")\nx\n'],
  ])("is found by overlooking %s", (name, text, search, replace, expected) => {
    const applied = apply(text, search, replace);
    expect(applied.text).toBe(expected);
    expect(applied.notes[0]).toContain(`overlooking ${name.split(":")[0]}`);
  });

  it("is not found when the indentation differs from line to line", () => {
    expect(() => apply("a\n    b\n  c\n", ["a", "b", "c"], ["x"])).toThrow(/was not found/);
  });

  it("keeps the lines that the block only repeats as they are in the file", () => {
    const applied = apply("“one”  \n\ttwo\t\nthree\n", ['"one"', "  two", "three"], ['"one"', "  2", "three"]);
    expect(applied.text).toBe("“one”  \n\t2\nthree\n");
  });

  it("prefers the strict match to a lenient one elsewhere", () => {
    expect(apply("  one\none\n", ["one"], ["1"]).text).toBe("  one\n1\n");
  });

  it("is refused when two places fit only leniently", () => {
    expect(() => apply("  one\n    one\n", ["one"], ["1"])).toThrow(
      expect.objectContaining({ code: "ambiguous_match", message: expect.stringContaining("lines 1 and 2") }),
    );
  });
});

describe("any exact block that fits one place", () => {
  const line = fc.constantFrom("", " ", "a", "b", "\ta", "  a ", "let x = 1;", "“q”", "}", "1 | a", "é");
  const ending = fc.constantFrom("\n", "\r\n");
  const file = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 30 }),
    ending,
    endsWithBreak: fc.boolean(),
  });

  it("replaces exactly its lines, and nothing outside them", () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(5), fc.array(line, { maxLength: 5 }), (one, at, size, replace) => {
        const lines = [...one.lines.slice(0, -1), one.lines.at(-1) || "last"];
        const start = at % lines.length;
        const search = lines.slice(start, start + size + 1);
        fc.pre(search.some((text) => text.trim() !== "") && search.join("\n") !== replace.join("\n"));
        fc.pre(occurrences(lines, search) === 1);
        // A file of one line without a break does not tell how its lines end.
        fc.pre(lines.length > 1 || one.endsWithBreak || one.ending === "\n");
        const text = lines.join(one.ending) + (one.endsWithBreak ? one.ending : "");
        const result = [...lines.slice(0, start), ...replace, ...lines.slice(start + search.length)];
        const expected = result.join(one.ending) + (one.endsWithBreak && result.length > 0 ? one.ending : "");
        expect(apply(text, search, replace).text).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("is refused when it fits two places, whatever else is in the file", () => {
    fc.assert(
      fc.property(file, fc.nat(), (one, at) => {
        const search = [one.lines[at % one.lines.length] || "x"];
        const lines = [...search, ...one.lines, ...search];
        expect(() => apply(lines.join("\n"), search, ["other"])).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/ambiguous_match|invalid_diff/) }),
        );
      }),
    );
  });

  it("never changes a line outside the place it names, however leniently it was found", () => {
    fc.assert(
      fc.property(file, fc.array(line, { minLength: 1, maxLength: 4 }), (one, search) => {
        const text = one.lines.join("\n");
        const changed = attempt(() => apply(text, search, ["CHANGED"]));
        fc.pre(changed !== undefined);
        const [, first, last] = /lines (\d+)-(\d+)/.exec(changed?.notes[0] ?? "") ?? [];
        const expected = [...one.lines.slice(0, Number(first) - 1), ...one.lines.slice(Number(last))];
        const kept = changed?.text.split("\n").filter((_, index) => index !== Number(first) - 1);
        expect(kept).toEqual(expected);
      }),
    );
  });
});

function apply(text: string, search: readonly string[], replace: readonly string[]) {
  return applyBlocks({ path: "a.txt", text, isRead: true }, [{ number: 1, search, replace, startLine: undefined }]);
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function occurrences(lines: readonly string[], search: readonly string[]): number {
  return lines.filter((_, start) => search.every((text, index) => lines[start + index] === text)).length;
}
