import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRecordedOutcomes } from "./recorded-outcomes.ts";

it("trusts only lines with the nonce, and counts the worst outcome of a test", () => {
  const folder = mkdtempSync(join(tmpdir(), "roo-outcomes-"));
  const file = join(folder, "outcomes");
  try {
    expect(readRecordedOutcomes(file, "abc")).toEqual({ passed: 0, failed: 0, skipped: 0, isComplete: false });
    const lines = [
      "abc passed a b",
      "forged passed c",
      "abc passed d",
      "abc failed d",
      "abc skipped e",
      "abc passed a b",
    ];
    writeFileSync(file, `${lines.join("\n")}\n`);
    expect(readRecordedOutcomes(file, "abc")).toEqual({ passed: 1, failed: 1, skipped: 1, isComplete: false });
    writeFileSync(file, "abc passed a\nabc done\n");
    expect(readRecordedOutcomes(file, "abc")).toEqual({ passed: 1, failed: 0, skipped: 0, isComplete: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
