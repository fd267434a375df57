import type { ApprovalKind, ApprovalSubject } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";

const allow = (...kinds: ApprovalKind[]) => ({ autoApprove: new Set(kinds), attended: false });
const edit = (path: string): ApprovalSubject => ({ kind: "edit", summary: path, paths: [path] });
const command = (text: string): ApprovalSubject => ({ kind: "command", summary: text, command: text });

it("allows what is auto-approved; asks about the rest, or denies it if unattended", async () => {
  const why = "a.ts: no rule allows it, and edit is not auto-approved.";
  expect(await judge(allow("edit"), edit("a.ts"))).toEqual({ verdict: "allow" });
  expect(await judge(allow(), edit("a.ts"))).toEqual({ verdict: "deny", missing: ["edit"], why });
  expect(await judge({ autoApprove: new Set(), attended: true }, edit("a.ts"))).toEqual({
    verdict: "ask",
    missing: ["edit"],
    why,
  });
});

it("requires read and protected for files that may hold keys", async () => {
  const read: ApprovalSubject = { kind: "read", summary: "read .ssh/id_test", paths: [".ssh/id_test"] };
  expect(await judge(allow(), read)).toMatchObject({ verdict: "deny", missing: ["read", "protected"] });
  expect(await judge(allow("read"), read)).toMatchObject({ verdict: "deny", missing: ["protected"] });
  expect(await judge(allow("protected"), read)).toMatchObject({ verdict: "deny", missing: ["read"] });
  expect(await judge(allow("read", "protected"), read)).toEqual({ verdict: "allow" });
  expect(await judge({ ...allow("read"), attended: true }, read)).toMatchObject({ verdict: "ask" });
});

describe("protected files", () => {
  const protectedFiles = [
    ".roo/mcp.json",
    "sub/.roo/rules/a.md",
    ".roomodes",
    ".rooignore",
    ".roorules-code",
    "AGENTS.md",
    "CLAUDE.md",
    ".vscode/settings.json",
    ".Vscode/tasks.json",
    "x.code-workspace",
    ".mcp.json",
    "mcp_settings.json",
    ".git/config",
    ".git/hooks/pre-commit",
    ".GIT/hooks/pre-push",
    ".gitmodules",
    ".npmrc",
    ".envrc",
    ".bashrc",
    ".github/workflows/ci.yml",
    ".husky/pre-commit",
    "Jenkinsfile",
    ".vs\u200Bcode/settings.json",
    // Not what they look like.
    "y.txt\n.md",
    "a\u202Egpj.sh",
  ];
  it.each(protectedFiles)("%s needs more than approval of edits", async (path) => {
    expect(await judge(allow("edit"), edit(path))).toMatchObject({ verdict: "deny", missing: ["protected"] });
    expect(await judge(allow("edit", "protected"), edit(path))).toEqual({ verdict: "allow" });
  });
  it.each(["a.ts", "src/mcp.ts", "docs/agents/intro.md", "github/workflows.md", ".gitignore", "legit.json"])(
    "%s does not",
    async (path) => {
      expect(await judge(allow("edit"), edit(path))).toEqual({ verdict: "allow" });
    },
  );
});

describe("destructive commands", () => {
  it.each([
    "rm -rf build",
    "sudo rm -fr /",
    "cd x && rm --recursive y",
    "git reset --hard",
    "git clean -fdx",
    "git push --force",
    "find . -delete",
    "mkfs.ext4 /dev/sda1",
    "dd if=/dev/zero of=disk",
    "chmod -R 777 .",
  ])("%s needs more than approval of commands", async (text) => {
    expect(await judge(allow("command"), command(text))).toMatchObject({ verdict: "deny", missing: ["destructive"] });
    expect(await judge(allow("command", "destructive"), command(text))).toEqual({ verdict: "allow" });
  });
  it.each(["rm a.txt", "npm test", "git status", "git reset HEAD a", "npm run format -- --write", "grep -r x ."])(
    "%s does not",
    async (text) => {
      expect(await judge(allow("command"), command(text))).toEqual({ verdict: "allow" });
    },
  );
});
