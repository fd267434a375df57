import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternProblem } from "./pattern-problem.ts";

describe("patterns as people write them", () => {
  it.each([
    "\\.md$",
    "\\.(js|ts)$",
    ".*\\.(css|scss|sass|less|html|htm|jsx|tsx|vue)$",
    "^src/.*\\.tsx?$",
    "^(?!.*node_modules).*\\.ts$",
    "([^/]+/)*[^/]+\\.md$",
    "(/[a-z]+)+$",
    "(^|/)docs/.*",
    "^.*/test/.*/fixtures/.*\\.json$",
    ".*/src/.*\\.(ts|tsx|js|jsx|mjs|cjs)$",
    "^(?<folder>src|test)/(\\w+\\.)+ts$",
    "(__tests__/.*|\\.test\\.(ts|tsx|js|jsx)$|/test/.*|vitest\\.config\\.(js|ts)$)",
    "[\\w.-]+\\.md$",
    "^\\d{4}-\\d{2}-\\d{2}-[^/]+\\.md$",
    "(ab|cd)*",
    "{literal}",
    "日本語/.*",
    "",
  ])("accepts %s", (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });
});

describe("patterns with catastrophic backtracking", () => {
  it.each([
    "(a+)+$",
    "(a*)*b",
    "([a-z]+)*x",
    "^(\\w+\\s?)*$",
    "(a|aa)+$",
    "(\\w|\\d)*x",
    "(a|)*x",
    "(.*,)*x",
    "(.*a){12}",
    "(a*ca*)*x",
    "(a*a*c)*x",
    "(/[^/]+|x)*!",
    "((ab)*)*x",
    "(?:(?=a)a)*b",
    "(я+я)*x",
    ".*a.*b.*c$",
    "^.*.*.*.*x",
    "(a*)(a*)(a*)(a*)(a*)x",
    "(a|a)".repeat(40),
    "a?".repeat(40) + "a".repeat(40),
  ])("refuses %s", (pattern) => {
    expect(patternProblem(pattern)).toMatch(/extremely slow/);
  });

  it("refuses backreferences, invalid patterns and patterns that are too long", () => {
    expect(patternProblem("(a)\\1")).toMatch(/backreference/);
    expect(patternProblem("[")).toMatch(/not a regular expression/);
    expect(patternProblem("a".repeat(1_001))).toMatch(/longer/);
  });
});

it("matches every accepted pattern in reasonable time", () => {
  const texts = ["a", "b", "ab", "a/", "/", "ab/"].flatMap((unit) => [unit.repeat(30), `${unit.repeat(30)}!`]);
  let taken = 0;
  fc.assert(
    fc.property(patterns(), (pattern) => {
      if (patternProblem(pattern) !== undefined) return;
      taken += 1;
      // One that splits 60 characters among its rounds in all ways would run for days.
      for (const text of texts) new RegExp(pattern).test(text);
    }),
    { numRuns: 3_000, seed: 7 },
  );
  expect(taken).toBeGreaterThan(500);
});

function patterns(): fc.Arbitrary<string> {
  const quantifier = fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "*?");
  const { sequence } = fc.letrec<{ sequence: string; term: string; group: string; atom: string }>((tie) => ({
    atom: fc.constantFrom("a", "b", "/", ".", "[ab]", "[^/]", "\\w", "\\.", "^", "$"),
    group: fc
      .tuple(fc.constantFrom("", "?:", "?=", "?!"), fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }))
      .map(([kind, alternatives]) => `(${kind}${alternatives.join("|")})`),
    term: fc
      .tuple(fc.oneof({ depthSize: "small" }, tie("atom"), tie("group")), quantifier)
      .map(([single, suffix]) => (/^[$^]$|^\(\?[=!]/.test(single) ? single : single + suffix)),
    sequence: fc.array(tie("term"), { minLength: 1, maxLength: 4 }).map((terms) => terms.join("")),
  }));
  return sequence;
}
