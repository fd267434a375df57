import * as fc from "fast-check";
import { expect, it } from "vitest";
import { matchesGlob } from "./path-glob.ts";

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
])("%s matches %s and not %s", (glob, path, other) => {
  expect(matchesGlob(glob, path, { ignoresCase: false })).toBe(true);
  expect(matchesGlob(glob, other, { ignoresCase: false })).toBe(false);
});

it("ignores case only if requested", () => {
  expect(matchesGlob("Src/**", "sRC/a", { ignoresCase: true })).toBe(true);
  expect(matchesGlob("Src/**", "sRC/a", { ignoresCase: false })).toBe(false);
});

it.each([
  ["**/".repeat(12), `${"a/".repeat(2_000)}a`],
  ["*a".repeat(30), "a".repeat(4_000)],
  [`${"**/*".repeat(20)}b`, "a/".repeat(2_000)],
  ["{a,aa}".repeat(40), `${"a".repeat(79)}b`],
  [`${"**".repeat(30)}x`, "a".repeat(4_000)],
])("%s is matched in one pass per piece", (glob, path) => {
  // As a regular expression each of these runs for minutes to years.
  expect(matchesGlob(`${glob}!`, path, { ignoresCase: false })).toBe(false);
  expect(matchesGlob(`${glob}!`, path, { ignoresCase: true })).toBe(false);
});

it("agrees with the regular expression of the glob", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "/", "."), maxLength: 8 });
  const glob = fc
    .array(fc.constantFrom("a", "b", "/", ".", "*", "**", "**/", "?", "{a,b/}", "{,ab}"), { maxLength: 7 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(glob, letters, (pattern, path) => {
      expect(matchesGlob(pattern, path, { ignoresCase: false })).toBe(asExpression(pattern).test(path));
    }),
    { numRuns: 5_000 },
  );
});

function asExpression(glob: string): RegExp {
  const parts =
    glob
      .replace(/^\.\//, "")
      .replace(/\/$/, "/**")
      .match(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+/g) ?? [];
  const meanings = new Map([
    ["**/", "(?:[^/]+/)*"],
    ["**", ".*"],
    ["*", "[^/]*"],
    ["?", "[^/]"],
  ]);
  const meaning = (part: string) =>
    meanings.get(part) ??
    (part.startsWith("{") ? `(?:${part.slice(1, -1).replaceAll(",", "|")})` : part.replaceAll(".", "\\."));
  return new RegExp(`^${parts.map(meaning).join("")}$`, "s");
}
