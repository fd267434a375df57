import { expect, it } from "vitest";
import { expandBraces, filePatternMatcher, namePatterns } from "./file-pattern.ts";

it.each([
  ["*.ts", "deep/down/a.ts", true],
  ["*.ts", ".hidden/a.ts", true],
  ["*.ts", "a.tsx", false],
  ["*.{ts,tsx}", "a.tsx", true],
  ["**/*.yml", ".github/workflows/ci.yml", true],
  ["src/**/*.ts", "src/a.ts", true],
  ["src/**/*.ts", "src/x/y/a.ts", true],
  ["src/**/*.ts", "lib/src/a.ts", false],
  ["package.json", "packages/a/package.json", true],
  ["!important.md", "!important.md", true],
])("%s matches %s: %s", (pattern, path, expected) => {
  expect(filePatternMatcher(pattern, ".")(path)).toBe(expected);
});

it("takes a pattern from the searched folder or from the root", () => {
  const fits = filePatternMatcher("src/*.ts", "packages/a");
  expect(fits("packages/a/src/x.ts")).toBe(true);
  expect(fits("packages/b/src/x.ts")).toBe(false);
  expect(filePatternMatcher("packages/a/src/*.ts", "packages/a")("packages/a/src/x.ts")).toBe(true);
});

it("expands nested braces, up to a limit", () => {
  expect(expandBraces("{a,b{1,2}}.ts").toSorted()).toEqual(["a.ts", "b1.ts", "b2.ts"]);
  expect(expandBraces("{a,b}".repeat(40)).length).toBeLessThan(100);
});

it("derives a glob for names, or none", () => {
  expect(namePatterns("src/**/*.{ts,tsx}")).toEqual(["*.ts", "*.tsx"]);
  expect(namePatterns("src/**")).toBeUndefined();
  expect(namePatterns("src/[ab].ts")).toBeUndefined();
});
