import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filePatternMatcher } from "./file-pattern.ts";
import { RooIgnore } from "./roo-ignore.ts";

const deep = `${"a/".repeat(60)}x!`;

function ignoring(rules: string, path: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "roo-ignore-"));
  writeFileSync(join(folder, ".rooignore"), rules);
  const isIgnored = new RooIgnore(folder).load()(path);
  rmSync(folder, { recursive: true });
  return isIgnored;
}

it.each(["**/".repeat(12), "a/**/".repeat(12), "**/a/".repeat(12), "*a".repeat(20), "[a-b]*".repeat(20)])(
  "a rule of %s is tried in no time, and hides too much rather than too little",
  (glob) => {
    expect(ignoring(`${glob}x\n`, `${"a/".repeat(40)}b`)).toEqual(expect.any(Boolean));
    expect(ignoring(`${glob}x!\n`, `${"a/".repeat(40)}x!`)).toBe(!/^\*a|^\[/.test(glob));
  },
);

it("hides everything below the beginning of a rule with too many **, and ignores such negated rules", () => {
  const endless = "docs/**/a/**/b/**/c/**/d.txt";
  expect(ignoring(endless, "docs/x/a/y/b/z")).toBe(true);
  expect(ignoring(endless, "src/a.ts")).toBe(false);
  expect(ignoring(`*.key\n!${endless}`, "docs/a/b/c/d.key")).toBe(true);
  expect(ignoring("a/**/a/**/secret", deep)).toBe(true);
  expect(ignoring("*.md", deep)).toBe(false);
  expect(ignoring("# **/**/\n**/**/dist/", "a/b/dist/")).toBe(true);
});

it("tells the model if its own pattern has too many **", () => {
  expect(() => filePatternMatcher("a/**/".repeat(12), ".")).toThrow(
    expect.objectContaining({ code: "invalid_pattern" }),
  );
  expect(filePatternMatcher("**/**/**/**/*.ts", ".")("a/b/c.ts")).toBe(true);
  expect(filePatternMatcher("src/**/test/**/*.ts", ".")("src/a/test/b/c.ts")).toBe(true);
});
