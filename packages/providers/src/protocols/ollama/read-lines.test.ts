import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoterFor } from "../../redact.ts";
import { readLines } from "./read-lines.ts";

async function read(pieces: readonly (string | Buffer)[], maxBytes = 1_000_000): Promise<unknown[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const objects: unknown[] = [];
  for await (const object of readLines(bytes(), { maxBytes, quote: quoterFor(undefined) })) objects.push(object);
  return objects;
}

describe("readLines", () => {
  it("reads the same objects however the bytes are split", async () => {
    const sent = Buffer.from('{"a":"é😀"}\n\n{"b":"\\n"}\r\n{"c":3}\n');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: sent.length }), { maxLength: 12 }), async (places) => {
        const cuts = [0, ...places.toSorted((a, b) => a - b), sent.length];
        const pieces = cuts.slice(1).map((end, index) => sent.subarray(cuts[index], end));
        expect(await read(pieces)).toEqual([{ a: "é😀" }, { b: "\n" }, { c: 3 }]);
      }),
    );
  });

  it("accepts a last line without a line break if it is complete", async () => {
    expect(await read(['{"a":1}\n{"b":2}'])).toEqual([{ a: 1 }, { b: 2 }]);
    expect(await read(['{"a":1}\n{"b":'])).toEqual([{ a: 1 }]);
    expect(await read([])).toEqual([]);
  });

  it.each([["<html>\n"], ["[1]\n"], ['{"a":1}\nnull\n']])("fails on %j", async (sent) => {
    await expect(read([sent])).rejects.toMatchObject({ code: "bad_stream" });
  });

  it("rejects an endless line and an endless reply", async () => {
    const much = "x".repeat(9 * 1024 * 1024);
    await expect(read([much, much], 64 * 1024 * 1024)).rejects.toThrow("one line is too large");
    await expect(read(["{}\n".repeat(50)], 100)).rejects.toThrow("exceeds 100 bytes");
  });
});
