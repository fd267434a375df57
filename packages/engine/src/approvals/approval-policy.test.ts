import type { ApprovalKind, ApprovalSubject } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { judge } from "./approval-policy.ts";

const allow = (...kinds: ApprovalKind[]) => ({ autoApprove: new Set(kinds), attended: false });
const edit = (path: string): ApprovalSubject => ({ kind: "edit", summary: path, paths: [path] });
const command = (text: string): ApprovalSubject => ({ kind: "command", summary: text, command: text });

it("allows what was allowed in advance, asks an attending person for the rest, and else denies", () => {
  expect(judge(allow("edit"), edit("a.ts"))).toEqual({ verdict: "allow" });
  expect(judge(allow(), edit("a.ts"))).toEqual({ verdict: "deny", missing: ["edit"] });
  expect(judge({ autoApprove: new Set(), attended: true }, edit("a.ts"))).toEqual({
    verdict: "ask",
    missing: ["edit"],
  });
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
  ];
  it.each(protectedFiles)("%s needs more than leave to edit", (path) => {
    expect(judge(allow("edit"), edit(path))).toEqual({ verdict: "deny", missing: ["protected"] });
    expect(judge(allow("edit", "protected"), edit(path))).toEqual({ verdict: "allow" });
  });
  it.each(["a.ts", "src/mcp.ts", "docs/agents/intro.md", "github/workflows.md", ".gitignore", "legit.json"])(
    "%s does not",
    (path) => {
      expect(judge(allow("edit"), edit(path))).toEqual({ verdict: "allow" });
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
  ])("%s needs more than leave to run commands", (text) => {
    expect(judge(allow("command"), command(text))).toEqual({ verdict: "deny", missing: ["destructive"] });
    expect(judge(allow("command", "destructive"), command(text))).toEqual({ verdict: "allow" });
  });
  it.each(["rm a.txt", "npm test", "git status", "git reset HEAD a", "npm run format -- --write", "grep -r x ."])(
    "%s does not",
    (text) => {
      expect(judge(allow("command"), command(text))).toEqual({ verdict: "allow" });
    },
  );
});
