import { expect, it } from "vitest";
import { printablePath } from "./terminal-text.ts";

it("shows a path on one line, a long one shortened in the middle", () => {
  expect(printablePath("a\nb\u001b[2J")).toBe("a\\nb<U+001B>[2J");
  expect(printablePath(`begin${"x".repeat(500)}end`, 20)).toBe("beginxxxx…xxxxxxend");
});
