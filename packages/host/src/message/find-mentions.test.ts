import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMentions } from "./find-mentions.ts";

const kinds = (text: string) => findMentions(text).map(({ kind, text: as }) => `${kind} ${as}`);

describe("findMentions", () => {
  it.each<[string, string[]]>([
    ["look at @/src/a.ts, please", ["path @/src/a.ts"]],
    ["@/my\\ notes/a\\ b.md", ["path @/my\\ notes/a\\ b.md"]],
    ["@/src/ and @src/b.ts:3-9", ["path @/src/", "path @src/b.ts:3-9"]],
    ["(see @https://a.example/x?y=1).", ["page @https://a.example/x?y=1"]],
    ["@https://a.example/Roo_(animal).", ["page @https://a.example/Roo_(animal)"]],
    [
      "fix @problems\n\tin @git-changes; what does @terminal say?",
      ["problems @problems", "changes @git-changes", "terminal @terminal"],
    ],
    ["since @ABCDEF1.", ["commit @ABCDEF1"]],
    ["@/a @/a", ["path @/a"]],
    ["mail me@example.com or \\@/a", []],
    ["@Injectable() class, @problemsolver, @abc, @deadbee-f", []],
    ["(@/a.ts) and x@/b", []],
    ["@", []],
    ["a package: @roo-code/types", ["path @roo-code/types"]],
  ])("%j", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it("finds any typed path as one mention", () => {
    const name = fc.stringMatching(/^[a-z ()!,]{0,20}[a-z]$/).filter((one) => !one.startsWith(" "));
    fc.assert(
      fc.property(name, (one) => {
        const typed = one.replaceAll(" ", "\\ ");
        expect(findMentions(`see @/${typed} now`)).toEqual([
          { kind: "path", text: `@/${typed}`, word: `/${typed}`, isCertain: true },
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it("is fast for large pasted text", () => {
    expect(findMentions(`@/${".".repeat(500_000)}a ${"@\\ ".repeat(200_000)}`)).toEqual([]);
  });
});
