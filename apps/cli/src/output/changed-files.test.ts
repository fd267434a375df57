import { expect, it } from "vitest";
import { changedFiles } from "./changed-files.ts";

it("names a few files, and counts the rest", () => {
  const paths = Array.from({ length: 2000 }, (_, index) => `f${index}`);
  expect(changedFiles([])).toBe("");
  expect(changedFiles(["a\nb"])).toBe("changed a\\nb");
  expect(changedFiles(paths.slice(0, 12))).toMatch(/f11$/);
  expect(changedFiles(paths)).toMatch(/^changed f0, f1, .*, f11 and 1988 more$/);
});
