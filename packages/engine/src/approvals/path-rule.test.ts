import { expect, it } from "vitest";
import { matchesGlob } from "./path-rule.ts";

it.each([
  ["src/*.ts", "src/a.ts", "src/a/b.ts"],
  ["src/**", "src/a/b.ts", "srcs/a"],
  ["**/*.md", "a/b/c.md", "a.mdx"],
  ["**/*.md", "c.md", "c.md/x"],
  ["src/", "src/a/b", "src"],
  ["./a", "a", "b"],
  ["{a,b}.ts", "b.ts", "c.ts"],
  ["a?.ts", "ab.ts", "a/.ts"],
  ["a.c", "a.c", "abc"],
  ["a(b)+[c]", "a(b)+[c]", "abc"],
  ["/etc/**", "/etc/a", "etc/a"],
])("%s means %s and not %s", (glob, path, other) => {
  expect(matchesGlob(glob, path, { ignoresCase: false })).toBe(true);
  expect(matchesGlob(glob, other, { ignoresCase: false })).toBe(false);
});

it("tells cases apart only where it should", () => {
  expect(matchesGlob("Src/**", "sRC/a", { ignoresCase: true })).toBe(true);
  expect(matchesGlob("Src/**", "sRC/a", { ignoresCase: false })).toBe(false);
});
