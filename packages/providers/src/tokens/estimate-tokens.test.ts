import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeTokens } from "../../test/encode-tokens.ts";
import { estimateTokens } from "./estimate-tokens.ts";

const root = new URL("../../../../", import.meta.url).pathname;

/** Against o200k, 95 of 100 files of this repository are within it. */
const errorShare = 0.12;

describe("estimateTokens", () => {
  it("is within its error for this repository's files", async () => {
    const listed = execFileSync("git", ["ls-files", "packages/*.ts", "apps/*.ts", "docs/*.md"], { cwd: root });
    const texts = listed.toString().split("\n").filter(Boolean).flatMap(readIfThere);
    const counts = await Promise.all(
      texts.map(async (text) => ({
        estimate: estimateTokens(text),
        exact: await encodeTokens(text),
      })),
    );
    expect(counts.length).toBeGreaterThan(100);
    const within = counts.filter(({ estimate, exact }) => Math.abs(estimate - exact) <= errorShare * exact);
    expect(within.length / counts.length).toBeGreaterThan(0.95);
    const sum = (of: (count: (typeof counts)[number]) => number) =>
      counts.reduce((total, count) => total + of(count), 0);
    const overall = sum(({ estimate }) => estimate) / sum(({ exact }) => exact);
    expect(Math.abs(overall - 1)).toBeLessThan(0.08);
  });

  it("does not count base64 as a word", async () => {
    const text = randomBytes(6000).toString("base64");
    const exact = await encodeTokens(text);
    expect(estimateTokens(text) / exact).toBeGreaterThan(0.8);
    expect(estimateTokens(text) / exact).toBeLessThan(1.3);
  });

  it("handles text without spaces quickly, and never splits a character", async () => {
    expect(await encodeTokens("a".repeat(50_000))).toBeGreaterThan(1000);
    expect(await encodeTokens("😀".repeat(5000))).toBeLessThan(20_000);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(0);
        expect(await encodeTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
      { numRuns: 50 },
    );
  });
});

/** A file may be on its way elsewhere. */
function readIfThere(path: string): string[] {
  try {
    const text = readFileSync(`${root}${path}`, "utf8");
    return text.length >= 500 && text.length <= 50_000 ? [text] : [];
  } catch {
    return [];
  }
}
