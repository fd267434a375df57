import { expect, it } from "vitest";
import { localEmbedder } from "./local-embedder.ts";
import { parseWordTable } from "./word-table.ts";

const signal = new AbortController().signal;

async function likeness(left: string, right: string): Promise<number> {
  const [one, other] = await localEmbedder.embed([left, right], { purpose: "question", signal });
  if (!one || !other) throw new Error("no vectors");
  const dot = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other));
}

it.each([
  ["retry", "backoff", "color"],
  ["encrypt", "decrypt", "folder"],
  ["symlink", "realpath", "german"],
])("places %s nearer to %s than to %s", async (word, near, far) => {
  expect(await likeness(word, near)).toBeGreaterThan((await likeness(word, far)) + 0.2);
});

it("recognizes other forms of a word", async () => {
  expect(await likeness("retries", "retry")).toBeGreaterThan(0.5);
});

it("returns zeros for a text without words", async () => {
  const [vector] = await localEmbedder.embed(["+++ 日本"], { purpose: "document", signal });
  expect(vector?.every((value) => value === 0)).toBe(true);
});

it("refuses a table of an unknown format", () => {
  expect(() => parseWordTable(new Uint8Array(40))).toThrow("unknown format");
});
