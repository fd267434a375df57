import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BlockRequest, findBlock } from "./find-block.ts";

const source = `import x from "x";

/** What A is. */
class A {
  // What m does.
  m(
    value,
  ) {
    if (value) {
      return 1;
    } else {
      return 2;
    }
  }

  n() {}
}

function f() {}
`.split("\n");

const plain: BlockRequest = { anchor: 1, maxLevels: 0, includeSiblings: false, includeHeader: true, maxLines: 2000 };

describe("the block around a line", () => {
  it.each<[string, Partial<BlockRequest>, [number, number]]>([
    ["is the outermost one", { anchor: 10 }, [3, 17]],
    ["is the one so many levels out, with all its branches", { anchor: 10, maxLevels: 1 }, [9, 13]],
    ["begins where its signature does, with its comment", { anchor: 10, maxLevels: 2 }, [5, 14]],
    ["may leave out the comment above", { anchor: 10, maxLevels: 2, includeHeader: false }, [6, 14]],
    ["may have what stands beside it", { anchor: 10, maxLevels: 2, includeSiblings: true }, [5, 16]],
    ["is what the line opens", { anchor: 4 }, [3, 17]],
    ["is the line itself where there is no more", { anchor: 19 }, [19, 19]],
    ["is cut around the line", { anchor: 10, maxLines: 3 }, [9, 11]],
  ])("%s", (_, request, [start, end]) => {
    expect(findBlock(source, { ...plain, ...request })).toEqual({ start, end });
  });

  it("ends before the next definition where nothing closes it", () => {
    const python = "def f():\n    a = 1\n\n    return a\n\n@cached\ndef g():\n\treturn 2\n".split("\n");
    expect(findBlock(python, { ...plain, anchor: 2 })).toEqual({ start: 1, end: 4 });
    expect(findBlock(python, { ...plain, anchor: 8 })).toEqual({ start: 6, end: 8 });
  });

  it("always contains the line, and no more lines than requested", () => {
    const line = fc.constantFrom("", "a", "  b", "    c", "\td", "}", "  }", "# e");
    const lines = fc.array(line, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        lines,
        fc.nat(),
        fc.nat(3),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (text, at, levels, siblings, max) => {
          const anchor = (at % text.length) + 1;
          const request = { ...plain, anchor, maxLevels: levels, includeSiblings: siblings, maxLines: max };
          const { start, end } = findBlock(text, request);
          expect(start).toBeGreaterThanOrEqual(1);
          expect(start).toBeLessThanOrEqual(anchor);
          expect(end).toBeGreaterThanOrEqual(anchor);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(end - start).toBeLessThan(max);
        },
      ),
    );
  });
});
