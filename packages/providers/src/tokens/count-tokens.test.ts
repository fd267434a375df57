import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens, encodeTokens } from "./count-tokens.ts";
import { estimateTokens, imageTokens } from "./estimate-tokens.ts";

const root = new URL("../../../../", import.meta.url).pathname;

describe("countTokens", () => {
  it("is within its stated error for this repository's files", async () => {
    const listed = execFileSync("git", ["ls-files", "packages/*.ts", "apps/*.ts", "docs/*.md"], { cwd: root });
    const texts = listed.toString().split("\n").filter(Boolean).flatMap(readIfThere);
    const counts = await Promise.all(
      texts.map(async (text) => ({
        estimate: await countTokens(text, { model: "gpt-5" }),
        exact: await encodeTokens(text),
      })),
    );
    expect(counts.length).toBeGreaterThan(100);
    const within = counts.filter(
      ({ estimate, exact }) => Math.abs(estimate.tokens - exact) <= estimate.errorShare * exact,
    );
    expect(within.length / counts.length).toBeGreaterThan(0.95);
    const sum = (of: (count: (typeof counts)[number]) => number) =>
      counts.reduce((total, count) => total + of(count), 0);
    const overall = sum(({ estimate }) => estimate.tokens) / sum(({ exact }) => exact);
    expect(Math.abs(overall - 1)).toBeLessThan(0.08);
  });

  it("is exact only if possible and requested", async () => {
    const text = "Hello, world! This is a test of counting.";
    expect(await countTokens(text, { model: "openai/gpt-5.4", exact: true })).toEqual({
      tokens: 11,
      isExact: true,
      errorShare: 0,
    });
    expect(await countTokens(text, { model: "gpt-5.4" })).toMatchObject({ isExact: false, errorShare: 0.12 });
    expect(await countTokens(text, { model: "claude-opus-5", exact: true })).toMatchObject({ isExact: false });
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

describe("imageTokens", () => {
  it.each([
    [{ width: 1000, height: 1000 }, 1334],
    [{ width: 200, height: 200 }, 258],
    [{ width: 8000, height: 4000 }, 1600],
    [undefined, 1600],
  ])("counts %o as %i", (size, tokens) => {
    expect(imageTokens(size)).toBe(tokens);
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
