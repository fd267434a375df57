import { expect, it } from "vitest";
import { BinaryLines } from "./binary-lines.ts";

it("passes text on unchanged", () => {
  expect(through("one\n", "zwei ü\n")).toBe("one\nzwei ü\n");
});

it("keeps text in another encoding, and removes stray control characters", () => {
  expect(through("caf\ufffd cr\ufffdme\n", "bell\u0001\n")).toBe("caf\ufffd cr\ufffdme\nbell\n");
});

it("counts binary data, however many lines it seems to have", () => {
  const binary = "\ufffd\u0001\u0000abc\n";
  expect(through("before\n", binary, "x\n", binary, "after\n")).toBe(
    "before\n[about 16 bytes of binary output left out]\nafter\n",
  );
  expect(through("\ufffd".repeat(50))).toBe("[about 50 bytes of binary output left out]\n");
});

function through(...pieces: readonly string[]): string {
  let passed = "";
  const lines = new BinaryLines((text) => {
    passed += text;
  });
  for (const piece of pieces) lines.push(piece);
  lines.end();
  return passed;
}
