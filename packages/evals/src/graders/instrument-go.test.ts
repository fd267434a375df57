import { expect, it } from "vitest";
import { countGoTests, instrumentGoTests } from "./instrument-go.ts";

const source = `package two

import "testing"

func TestOne(t *testing.T) {
	t.Log("one")
}
func TestTwo(_ *testing.T) { work() }
// func TestCommented(t *testing.T) {}
func TestMain(m *testing.M) {}
func helper(t *testing.T) {}
func TestThree(
	t *testing.T) {
}
`;

it("counts tests, but not helpers, comments or TestMain", () => {
  expect(countGoTests(source)).toBe(3);
});

it("instruments each test on its first line", () => {
  const { files, uninstrumented } = instrumentGoTests(new Map([["deep/two_test.go", source]]), {
    nonce: "abc",
    resultsFile: "/results/outcomes",
  });
  expect(uninstrumented).toBe(0);
  expect([...files.keys()]).toEqual(["deep/two_test.go", "deep/recordOutcomeabc_two_test.go"]);
  const instrumented = files.get("deep/two_test.go") ?? "";
  expect(instrumented.split("\n")).toHaveLength(source.split("\n").length);
  expect(instrumented).toContain("func TestOne(t *testing.T) { recordOutcomeabc(t);");
  expect(instrumented).toContain("func TestTwo(t *testing.T) { recordOutcomeabc(t);");
  expect(instrumented).toContain("func helper(t *testing.T) {}");
  expect(files.get("deep/recordOutcomeabc_two_test.go")).toContain('"/results/outcomes"');
});
