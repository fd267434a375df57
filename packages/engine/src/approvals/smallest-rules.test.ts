import type { ApprovalSubject } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedCommands } from "../../test/oracle/shell-grammar.ts";
import { judge } from "./judge.ts";
import { smallestRules } from "./smallest-rules.ts";

const context = { root: "/w" };
const command = (text: string): ApprovalSubject => ({ kind: "command", summary: text, command: text });

async function verdictWith(shown: string, later: string): Promise<string> {
  const rules = await smallestRules(command(shown), context);
  return (await judge({ autoApprove: new Set(), attended: true, rules }, command(later), context)).verdict;
}

describe("for a command", () => {
  it("its exact words", async () => {
    expect(await smallestRules(command("npm run build"), context)).toEqual([
      { action: "allow", kind: "command", command: "npm run build" },
    ]);
    expect(await verdictWith("npm run build", "npm run build")).toBe("allow");
    for (const later of ["npm run build x", "npm run", "npm run buildx", "npm  run build && ls"])
      expect([later, await verdictWith("npm run build", later)]).toEqual([later, "ask"]);
  });
  it("one for each command, and for written files", async () => {
    expect(await smallestRules(command("npm ci && npm test > out.log"), context)).toEqual([
      { action: "allow", kind: "command", command: "npm ci" },
      { action: "allow", kind: "command", command: "npm test" },
      { action: "allow", kind: "edit", path: "out.log" },
    ]);
    expect(await verdictWith("npm ci && npm test > out.log", "npm test > other.log")).toBe("ask");
  });
  it("with quotes where needed", async () => {
    const text = `git commit -m 'a * "b"'`;
    expect(await verdictWith(text, text)).toBe("allow");
    expect(await verdictWith(text, "git commit -m x")).toBe("ask");
    expect(await verdictWith("echo '*'", "echo a b")).toBe("ask");
  });
  it("not just the name of a read-only program, which would cover all its uses", async () => {
    expect(await verdictWith("cat", "cat")).toBe("allow");
    expect(await verdictWith("cat", "cat a.txt")).toBe("ask");
  });
  it("a wrapper with its command", async () => {
    expect(await verdictWith("sudo apt update", "sudo apt update")).toBe("allow");
    expect(await verdictWith("sudo apt update", "apt update")).toBe("ask");
    expect(await verdictWith("timeout 5 make", "make")).toBe("allow");
  });
  it.each([
    "rm -rf build",
    "git push --force",
    "echo $x",
    "A=1 make",
    "echo x | python3",
    "python3 <<EOF\nx\nEOF",
    "ls | xargs make",
    "echo > .git/hooks/x",
    'echo "a',
    "f() { ls; }; f",
    "",
  ])("none for %j", async (text) => {
    expect(await smallestRules(command(text), context)).toEqual([]);
  });
  it("the rules allow the command they were made for", async () => {
    await fc.assert(
      fc.asyncProperty(mutatedCommands, async (text) => {
        const rules = await smallestRules(command(text), context);
        fc.pre(rules.length > 0);
        expect(await verdictWith(text, text)).toBe("allow");
      }),
      { numRuns: 100 },
    );
  });
});

it("for other subjects the path, the tool or the host", async () => {
  expect(await smallestRules({ kind: "edit", summary: "a", paths: ["a.ts", "/w/b.ts"] }, context)).toEqual([
    { action: "allow", kind: "edit", path: "a.ts" },
    { action: "allow", kind: "edit", path: "b.ts" },
  ]);
  expect(await smallestRules({ kind: "mcp", summary: "a", tool: "files/read" })).toEqual([
    { action: "allow", kind: "mcp", tool: "files/read" },
  ]);
  expect(await smallestRules({ kind: "browser", summary: "a", host: "example.org" })).toEqual([
    { action: "allow", kind: "browser", host: "example.org" },
  ]);
  for (const subject of [
    { kind: "edit" as const, summary: "a", paths: [".git/config"] },
    { kind: "edit" as const, summary: "a", paths: ["a*.ts"] },
    { kind: "mode" as const, summary: "to code" },
  ])
    expect(await smallestRules(subject)).toEqual([]);
});
