import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyBlocks } from "./apply-blocks.ts";

describe("a block that does not match exactly", () => {
  it.each([
    ["spaces at line ends", "one  \ntwo\n", ["one", "two  "], ["1", "2"], "1  \n2\n"],
    ["the amount of white space", "let  a =   1;\nx\n", ["let a = 1;"], ["let a = 2;"], "let  a =   2;\nx\n"],
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
  ])("is matched ignoring %s", (name, text, search, replace, expected) => {
    const applied = apply(text, search, replace);
    expect(applied.text).toBe(expected);
    expect(applied.notes[0]).toContain(`ignoring ${name.split(":")[0]}`);
  });

  it.each([
    [
      "line breaks",
      "start();\ncall(one, two, three);\nend();\n",
      ["start();", "call(one,", "    two, three);", "end();"],
      ["start();", "call(one,", "    two, three);", "stop();"],
      "start();\ncall(one, two, three);\nstop();\n",
    ],
    [
      "lines between the first and the last: an order",
      "import a;\nimport b;\nimport c;\nrun();\nend();\n",
      ["import a;", "import c;", "import b;", "run();", "end();"],
      ["import a;", "import c;", "import b;", "walk();", "end();"],
      "import a;\nimport b;\nimport c;\nwalk();\nend();\n",
    ],
    [
      "typos",
      "first();\nconst remembered = 1;\nthird();\nfourth();\n",
      ["first();", "const remenbered = 1;", "third();", "fourth();"],
      ["first();", "const remenbered = 1;", "third();", "4();"],
      "first();\nconst remembered = 1;\nthird();\n4();\n",
    ],
    [
      "quotes and final punctuation",
      "a: 'one',\nb: 'two',\n",
      ['a: "one"', 'b: "two"'],
      ['a: "one"', 'b: "three"'],
      "a: 'one',\nb: 'three',\n",
    ],
    [
      "omitted lines",
      "first();\nsecond();\nthird();\nfourth();\n",
      ["first();", "// ... existing code ...", "fourth();"],
      ["first();", "other();", "fourth();"],
      "first();\nother();\nfourth();\n",
    ],
    ["doubled backslashes", "x = /\\d+/;\n", ["x = /\\\\d+/;"], ["x = /\\\\s+/;"], "x = /\\s+/;\n"],
    ["HTML entities", "if (a < b && c) {\n", ["if (a &lt; b &amp;&amp; c) {"], ["if (a &gt; b) {"], "if (a > b) {\n"],
    ["line numbers", "a\nb\n", ["2 | b"], ["2 | c"], "a\nc\n"],
  ])("is matched ignoring %s, and says so", (name, text, search, replace, expected) => {
    const applied = apply(text, search, replace);
    expect(applied.text).toBe(expected);
    expect(applied.notes[0]).toContain(`ignoring ${name.split(":")[0]}`);
  });

  it.each([
    [
      "the line to change is another",
      "first();\nlimit = 5;\nlast();\n",
      ["first();", "limit = 3;", "last();"],
      ["first();", "limit = 4;", "last();"],
    ],
    [
      "a name in it is another",
      "openFile();\nread();\nclose();\nend();\n",
      ["openFiles();", "read();", "close();", "end();"],
      ["openFiles();", "read();", "shut();", "end();"],
    ],
    [
      "lines to change stand in another order",
      "a1();\nb1();\nc1();\nd1();\n",
      ["a1();", "c1();", "b1();", "d1();"],
      ["a1();", "x();", "d1();"],
    ],
    [
      "the place of an addition is not sure",
      "a1();\nmore();\nb1();\nc1();\n",
      ["a1();", "b1();", "c1();"],
      ["a1();", "new();", "b1();", "c1();"],
    ],
    [
      "a word to change was misspelt",
      "first();\nconst remembered = 1;\nthird();\nfourth();\n",
      ["first();", "const remenbered = 1;", "third();", "fourth();"],
      ["first();", "const remenbered = 2;", "third();", "fourth();"],
    ],
    [
      "the end of what was left out is not",
      "f() {\n  a\n}\ng() {\n  b\n}\n",
      ["f() {", "  // ...", "}"],
      ["f() {", "}"],
    ],
    ["the file has entities of its own", "&lt;b&gt;\na < b\n", ["a &lt; b"], ["a &gt; b"]],
  ])("is not found when %s", (_, text, search, replace) => {
    expect(() => apply(text, search, replace)).toThrow(/was not found|matches \d+ places/);
  });

  it("never replaces code with a placeholder", () => {
    const search = ["first();", "second();", "third();"];
    expect(() => apply("first();\nsecond();\nthird();\n", search, ["first();", "// ... rest of the code ..."])).toThrow(
      expect.objectContaining({ code: "placeholder" }),
    );
    const elided = ["first();", "// ... existing code ...", "third();"];
    expect(() => apply("first();\nsecond();\nthird();\n", elided, [...elided, "more();"])).toThrow(
      expect.objectContaining({ code: "placeholder" }),
    );
  });

  it("is skipped when it changes nothing and another block does", () => {
    const blocks = [
      { number: 1, search: ["a"], replace: ["a"], startLine: undefined },
      { number: 2, search: ["b"], replace: ["c"], startLine: undefined },
    ];
    const applied = applyBlocks({ path: "a.txt", text: "a\nb\n", isRead: true }, blocks);
    expect(applied).toEqual({
      text: "a\nc\n",
      notes: ["block 2 at lines 2-2", "block 1 replaces its text with the same text: omit it"],
    });
  });

  it("may share context with another block", () => {
    const blocks = [
      { number: 1, search: ["a", "b"], replace: ["1", "b"], startLine: undefined },
      { number: 2, search: ["b", "c"], replace: ["b", "3"], startLine: undefined },
    ];
    expect(applyBlocks({ path: "a.txt", text: "a\nb\nc\n", isRead: true }, blocks).text).toBe("1\nb\n3\n");
  });

  it("is not found when the indentation differs from line to line", () => {
    expect(() => apply("a\n    b\n  c\n", ["a", "b", "c"], ["x"])).toThrow(/was not found/);
  });

  it("keeps the lines that the block only repeats as they are in the file", () => {
    const applied = apply("“one”  \n\ttwo\t\nthree\n", ['"one"', "  two", "three"], ['"one"', "  2", "three"]);
    expect(applied.text).toBe("“one”  \n\t2\t\nthree\n");
  });

  it("prefers the strict match to a lenient one elsewhere", () => {
    expect(apply("  one\none\n", ["one"], ["1"]).text).toBe("  one\n1\n");
  });

  it("is refused when two places match leniently", () => {
    expect(() => apply("  one\n    one\n", ["one"], ["1"])).toThrow(
      expect.objectContaining({ code: "ambiguous_match", message: expect.stringContaining("lines 1 and 2") }),
    );
  });
});

describe("an exact block that matches one place", () => {
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

  it("is refused when it matches two places, whatever else is in the file", () => {
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

  it("never changes a line outside its match, however lenient", () => {
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
