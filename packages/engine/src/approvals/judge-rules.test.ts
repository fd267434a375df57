import type { ApprovalKind, ApprovalRule, ApprovalSubject } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";

interface Given {
  readonly kinds?: readonly ApprovalKind[];
  readonly attended?: boolean;
}

function judged(rules: readonly ApprovalRule[], subject: ApprovalSubject, { kinds = [], attended = true }: Given = {}) {
  return judge({ autoApprove: new Set(kinds), attended, rules }, subject, { root: "/w" });
}

const edit = (...paths: string[]): ApprovalSubject => ({ kind: "edit", summary: paths.join(", "), paths });
const command = (text: string): ApprovalSubject => ({ kind: "command", summary: text, command: text });
const mcp = (tool: string): ApprovalSubject => ({ kind: "mcp", summary: tool, tool });
const allow = { action: "allow" } as const;
const ask = { action: "ask" } as const;
const deny = { action: "deny" } as const;

describe("precedence of rules", () => {
  it("deny, then ask, then allow, then the kinds, regardless of their order", async () => {
    const rules: ApprovalRule[] = [
      { ...allow, command: "git *" },
      { ...ask, command: "git push" },
      { ...deny, command: "git push --tags", reason: "releases are made by hand" },
    ];
    for (const given of [rules, rules.toReversed()]) {
      expect(await judged(given, command("git fetch"))).toEqual({ verdict: "allow" });
      expect(await judged(given, command("git push"))).toMatchObject({ verdict: "ask", rule: rules[1] });
      expect(await judged(given, command("git push origin --tags"))).toEqual({
        verdict: "deny",
        missing: ["command"],
        why: "git push origin --tags: a rule denies git push --tags (releases are made by hand).",
        rule: rules[2],
      });
    }
  });
  it("deny and ask rules override every kind", async () => {
    const kinds: ApprovalKind[] = ["command", "edit"];
    expect(await judged([{ ...deny, command: "curl" }], command("curl x"), { kinds })).toMatchObject({
      verdict: "deny",
    });
    expect(await judged([{ ...ask, command: "curl" }], command("curl x"), { kinds })).toMatchObject({ verdict: "ask" });
    expect(await judged([{ ...deny, command: "curl" }], command("wget x"), { kinds })).toEqual({ verdict: "allow" });
    expect(await judged([{ ...deny, kind: "edit", path: "secret/**" }], edit("secret/a"), { kinds })).toMatchObject({
      verdict: "deny",
    });
    expect(await judged([{ ...deny, kind: "edit", path: "secret/**" }], edit("open/a"), { kinds })).toEqual({
      verdict: "allow",
    });
  });
  it("denies if no one can be asked", async () => {
    expect(await judged([{ ...ask, command: "ls" }], command("ls"), { attended: false })).toMatchObject({
      verdict: "deny",
    });
    expect(await judged([{ ...allow, command: "ls" }], command("ls"), { attended: false })).toEqual({
      verdict: "allow",
    });
  });
});

describe("if all commands are allowed", () => {
  const kinds: ApprovalKind[] = ["command"];
  const rules: ApprovalRule[] = [{ ...deny, command: "curl" }];
  it.each(["$x y", "eval $x", 'bash -c "$x"', "echo x | sh", 'echo "a', "${x@P}", "echo ${x@P}"])(
    "%s may be what is denied, so it is asked about",
    async (text) => {
      expect(await judged(rules, command(text), { kinds })).toMatchObject({ verdict: "ask", rule: rules[0] });
      expect(await judged([], command(text), { kinds })).toEqual({ verdict: "allow" });
    },
  );
  it.each(["A=1 ls", "f() { ls; }; f", "for ((i=0;i<3;i++)); do echo $i; done", "ls > out", "echo $((x+1))"])(
    "%s cannot be",
    async (text) => {
      expect(await judged(rules, command(text), { kinds })).toEqual({ verdict: "allow" });
    },
  );
  it.each([
    "echo x > .git/hooks/pre-commit",
    "ls > ~/.ssh/authorized_keys",
    "tee .vscode/settings.json < a",
    "cp a .git/hooks/x",
    "sed -i s/a/b/ .npmrc",
    "git config core.hooksPath x",
    "git -C . config --global alias.x '!evil'",
    "cd .roo && touch mcp.json",
  ])("%s is still protected", async (text) => {
    expect(await judged([], command(text), { kinds })).toMatchObject({ verdict: "ask", missing: ["protected"] });
    expect(await judged([], command(text), { kinds: ["command", "protected"] })).toEqual({ verdict: "allow" });
  });
  it.each([
    "echo x > a",
    "cp a b",
    "cat .git/config",
    "git config user.name x",
    "git config --get core.hooksPath",
    "git commit -m config",
  ])("%s is not", async (text) => {
    expect(await judged([], command(text), { kinds })).toEqual({ verdict: "allow" });
  });
});

describe("what a rule is about", () => {
  it("a path, relative or absolute, as a glob", async () => {
    const docs: ApprovalRule = { ...allow, kind: "edit", path: "docs/**/*.md" };
    expect(await judged([docs], edit("docs/a/b.md"))).toEqual({ verdict: "allow" });
    expect(await judged([docs], edit("/w/docs/a.md"))).toEqual({ verdict: "allow" });
    expect(await judged([docs], edit("docs/a.md", "src/a.ts"))).toMatchObject({ verdict: "ask", missing: ["edit"] });
    expect(await judged([docs], edit("docs/../src/a.md"))).toMatchObject({ verdict: "ask" });
    expect(await judged([{ ...deny, path: "docs/**" }], edit("DOCS/a.md"), { kinds: ["edit"] })).toMatchObject({
      verdict: "deny",
    });
  });
  it("protected files only if it says so", async () => {
    const path = ".vscode/settings.json";
    expect(await judged([{ ...allow, path: "**" }], edit(path))).toMatchObject({ missing: ["protected"] });
    const rules: ApprovalRule[] = [
      { ...allow, kind: "edit", path },
      { ...allow, kind: "protected", path },
    ];
    expect(await judged(rules, edit(path))).toEqual({ verdict: "allow" });
    expect(await judged(rules, edit(".vscode/tasks.json"))).toMatchObject({ verdict: "ask" });
  });
  it("destructive commands only if it says so", async () => {
    expect(await judged([{ ...allow, command: "git *" }], command("git clean -fd"))).toMatchObject({
      missing: ["destructive"],
    });
    const rules: ApprovalRule[] = [
      { ...allow, command: "git *" },
      { ...allow, kind: "destructive", command: "git clean -fd" },
    ];
    expect(await judged(rules, command("git clean -fd"))).toEqual({ verdict: "allow" });
    expect(await judged(rules, command("git clean -fdq"))).toMatchObject({ missing: ["destructive"] });
    expect(
      await judged([{ ...deny, kind: "destructive" }], command("rm -r x"), { kinds: ["command", "destructive"] }),
    ).toMatchObject({ verdict: "deny" });
  });
  it("an MCP tool", async () => {
    const rules: ApprovalRule[] = [
      { ...allow, tool: "files/read_*" },
      { ...deny, tool: "*/delete*" },
    ];
    expect(await judged(rules, mcp("files/read_text"))).toEqual({ verdict: "allow" });
    expect(await judged(rules, mcp("files/write"))).toMatchObject({ verdict: "ask", missing: ["mcp"] });
    expect(await judged(rules, mcp("other/read_text"))).toMatchObject({ verdict: "ask" });
    expect(await judged(rules, mcp("files/delete_all"), { kinds: ["mcp"] })).toMatchObject({ verdict: "deny" });
  });
  it("a built-in tool by name", async () => {
    const custom: ApprovalSubject = { kind: "command", summary: "deploy of tools/deploy.ts" };
    const policy = { autoApprove: new Set<never>(), attended: true, rules: [{ ...allow, tool: "deploy" }] };
    expect(await judge(policy, custom, { tool: "deploy" })).toEqual({ verdict: "allow" });
    expect(await judge(policy, custom, { tool: "destroy" })).toMatchObject({ verdict: "ask", missing: ["command"] });
    const denied = {
      autoApprove: new Set(["command"] as const),
      attended: true,
      rules: [{ ...deny, tool: "execute_command" }],
    };
    expect(await judge(denied, command("ls"), { tool: "execute_command" })).toMatchObject({ verdict: "deny" });
    expect(await judge(denied, custom, { tool: "deploy" })).toEqual({ verdict: "allow" });
  });
  it("a host, or all its subdomains", async () => {
    const open = (host: string): ApprovalSubject => ({ kind: "browser", summary: host, host });
    const rules: ApprovalRule[] = [
      { ...allow, host: "*.example.org" },
      { ...deny, host: "evil.example.org" },
    ];
    expect(await judged(rules, open("a.b.example.org"))).toEqual({ verdict: "allow" });
    expect(await judged(rules, open("example.org.evil.net"))).toMatchObject({ verdict: "ask" });
    expect(await judged(rules, open("Evil.example.org"))).toMatchObject({ verdict: "deny" });
  });
  it("a whole kind, as if it were auto-approved", async () => {
    expect(await judged([{ ...allow, kind: "edit" }], edit("a"))).toEqual({ verdict: "allow" });
    expect(await judged([{ ...allow, kind: "command" }], command("$x > y"))).toEqual({ verdict: "allow" });
    expect(await judged([{ ...allow, kind: "command" }], edit("a"))).toMatchObject({ verdict: "ask" });
  });
  it("read-only commands", async () => {
    const rules: ApprovalRule[] = [{ ...allow, command: "@safe" }];
    for (const text of [
      "ls -la src",
      "cd src && cat a.ts | head -5",
      "git --no-pager log --oneline",
      "rg -n x . | wc -l",
      "git branch -a",
      "set -euo pipefail; ls",
    ])
      expect([text, await judged(rules, command(text))]).toEqual([text, { verdict: "allow" }]);
    for (const text of [
      "cat /etc/passwd",
      "cat ~/.ssh/id_rsa",
      "cat ../x",
      "cd .. && ls",
      "cd / && cat etc/passwd",
      "git branch x",
      "git remote add a b",
      "npm test",
      "cat $x",
      "find / -name x",
      "head -c5 --x=/etc/passwd",
    ])
      expect([text, (await judged(rules, command(text))).verdict]).toEqual([text, "ask"]);
  });
  it("the name of a known command: its read-only uses", async () => {
    const rules: ApprovalRule[] = [{ ...allow, command: "git log" }];
    expect(await judged(rules, command("git log --oneline -5"))).toEqual({ verdict: "allow" });
    expect(await judged(rules, command("git log --output=f"))).toMatchObject({ verdict: "ask" });
    expect(await judged([{ ...allow, command: "npm run" }], command("npm run x"))).toMatchObject({ verdict: "ask" });
  });
});
