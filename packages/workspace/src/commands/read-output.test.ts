import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readOutput } from "./read-output.ts";

it("reads windows that continue where the last one ended", async () => {
  const pieces = fc.array(fc.constantFrom("a", "é", "😀", "\n", "long words "), { maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 4, max: 30 }), async (parts, limit) => {
      const text = parts.join("");
      const bytes = Buffer.from(text);
      let joined = "";
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const { lines, nextOffset } = await readOutput({ bytes }, { artifact: "cmd-1", offset, limit });
        expect(lines[0]?.line ?? 1).toBe(1 + bytes.subarray(0, offset).filter((byte) => byte === 10).length);
        joined += lines.map((line) => line.text).join("\n");
        if (nextOffset !== undefined && bytes[nextOffset - 1] === 10) joined += "\n";
        offset = nextOffset;
      }
      expect(joined).toBe(text.replace(/\n$/, ""));
    }),
    { numRuns: 100 },
  );
});

it("finds lines by expression, or literally if it is invalid, and continues where it stopped", async () => {
  const bytes = Buffer.from("Error: a(1\nfine\nerror: b\nfine\nERROR: c\n");
  const request = { artifact: "cmd-1.txt", offset: 0, limit: 1000 };
  expect(await readOutput({ bytes }, { ...request, search: "^error: [ab]" })).toEqual({
    artifact: "cmd-1.txt",
    size: bytes.length,
    lostBytes: 0,
    lines: [
      { line: 1, text: "Error: a(1" },
      { line: 3, text: "error: b" },
    ],
  });
  expect((await readOutput({ bytes }, { ...request, search: "a(1" })).lines).toEqual([{ line: 1, text: "Error: a(1" }]);
  const first = await readOutput({ bytes }, { ...request, search: "error", limit: 22 });
  expect(first.lines).toHaveLength(2);
  const rest = await readOutput({ bytes }, { ...request, search: "error", offset: first.nextOffset ?? 0 });
  expect(rest.lines).toEqual([{ line: 5, text: "ERROR: c" }]);
});

it("aborts an endless expression, and refuses an offset past the end", async () => {
  const bytes = Buffer.from(`${"a".repeat(5000)}!\n`);
  const request = { artifact: "cmd-1.txt", offset: 0, limit: 1000 };
  await expect(readOutput({ bytes }, { ...request, search: "^(a+)+$" })).rejects.toMatchObject({ code: "slow_search" });
  await expect(readOutput({ bytes }, { ...request, offset: 9999 })).rejects.toMatchObject({ code: "invalid_offset" });
});
