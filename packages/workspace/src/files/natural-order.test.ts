import { expect, it } from "vitest";
import { comparePaths } from "./natural-order.ts";

it("sorts naturally, each folder directly before its content", () => {
  const sorted = ["a/", "a/file2.ts", "a/file10.ts", "a-b.txt", "B.md", "c/", "c/d/", "c/d/e", "c/Z"];
  expect(sorted.toReversed().sort(comparePaths)).toEqual(sorted);
});
