import type { BuildProgress } from "@roo-code/host/code-index";
import { expect, it } from "vitest";
import { formatOutcome } from "../output/index-progress.ts";

const done: BuildProgress = { total: 30, done: 30, removed: 1, files: 40, skipped: new Map(), isTruncated: false };

it("reports what was read, removed and skipped, and how fast", () => {
  expect(formatOutcome(done, { chunks: 90, seconds: 2 })).toBe(
    "40 files in 90 chunks; 30 read and 1 removed in 2.0 s, 15 files/s",
  );
  expect(formatOutcome({ ...done, total: 0, removed: 0 }, { chunks: 90, seconds: 0.1 })).toBe(
    "40 files in 90 chunks; nothing has changed",
  );
  const skipped = new Map([
    ["binary", 2],
    ["large", 1],
  ] as const);
  expect(formatOutcome({ ...done, skipped }, { chunks: 90, seconds: 2 })).toContain("\nskipped: 2 binary, 1 large");
});

it("reports when there are too many files", () => {
  expect(formatOutcome({ ...done, isTruncated: true }, { chunks: 90, seconds: 2 })).toContain("Too many files");
});
