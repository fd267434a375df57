import { expect, it } from "vitest";
import { readGoResults } from "./go-results.ts";

it("counts tests by outcome without subtests, and keeps the compiler's output", () => {
  const events = [
    { Action: "output", Test: "TestA", Output: "fine\n" },
    { Action: "pass", Test: "TestA/part" },
    { Action: "pass", Test: "TestA" },
    { Action: "output", Test: "TestB", Output: "wrong\n" },
    { Action: "fail", Test: "TestB" },
    { Action: "skip", Test: "TestC" },
    { Action: "fail" },
  ].map((event) => JSON.stringify(event));
  expect(readGoResults(["# two", "two.go:1: syntax error", ...events].join("\n"))).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    output: "# two\ntwo.go:1: syntax error\nwrong\n",
  });
});
