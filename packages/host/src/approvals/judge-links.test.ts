import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { judge, smallestRules } from "@roo-code/engine";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { ApprovalRule } from "@roo-code/types";
import { localShell } from "@roo-code/workspace";
import { afterAll, describe, expect, it } from "vitest";

const outside = createTempWorkspace({ "secret.txt": "s\n", "deep/x.txt": "x\n", "deep/y.txt": "y\n" });
const temp = createTempWorkspace({
  "a.txt": "a\n",
  "b.txt": "b\n",
  "src/c.ts": "c\n",
  "src/d.ts": "d\n",
  ".git/hooks/pre-commit": "",
  ".vscode/settings.json": "{}",
  "out/keep": "",
});
afterAll(async () => {
  await temp[Symbol.asyncDispose]();
  await outside[Symbol.asyncDispose]();
});
const { root } = temp;
symlinkSync(outside.path("secret.txt"), temp.path("key"));
symlinkSync(outside.path("secret.txt"), temp.path("key.md"));
symlinkSync(outside.path("deep"), temp.path("away"));
symlinkSync("src", temp.path("near"));
symlinkSync(".git/hooks", temp.path("hooks"));
symlinkSync("../.vscode/settings.json", temp.path("out/settings"));
symlinkSync(outside.path("not-there"), temp.path("out/new"));
symlinkSync("/", temp.path("slash"));
mkdirSync(temp.path("many"));
symlinkSync(outside.root, temp.path("many/away"));

const shell = localShell({ root: { given: root, real: root }, environment: { PATH: "/usr/bin:/bin" } });

function judgeCommand(command: string, rules: readonly ApprovalRule[], kinds: readonly ("command" | "edit")[] = []) {
  const policy = { autoApprove: new Set(kinds), attended: true, rules };
  return judge(policy, { kind: "command", summary: command, command }, { root, shell });
}

describe("a read-only command is judged by the targets of links", () => {
  const safe: ApprovalRule[] = [{ action: "allow", command: "@safe" }];
  it.each([
    "cat key",
    "cat ./key",
    "cat key.md",
    "cat a.txt key",
    "cat away/x.txt",
    "cat away/../secret.txt",
    "cat near/../key",
    "cat slash/etc/passwd",
    "cat ./slash//etc/passwd",
    "head -n1 key",
    "tail -f key",
    "wc -l key",
    "grep -n x key",
    "grep -f key a.txt",
    "grep -fkey a.txt",
    "grep --file=key a.txt",
    "grep -r x away",
    "grep -R x .",
    "grep --dereference-recursive x .",
    "rg x away",
    "rg -L x",
    "rg --follow x",
    "find away",
    "find -L .",
    "find . -follow",
    "ls away",
    "ls away/",
    "ls -LR",
    "du -L .",
    "tree -l",
    "diff a.txt key",
    "diff -r src near",
    "cmp a.txt key",
    "sort key",
    "sort --files0-from=a.txt",
    "wc --files0-from=a.txt",
    "file -f a.txt",
    "jq . key",
    "jq -n 'import \"x\" as $x; $x'",
    "sed -n 1p key",
    "git diff --no-index a.txt key",
    "git config --list -f a.txt",
    "git config --list --file=a.txt",
    "cat k*",
    "cat k?y",
    "cat [k]ey",
    "cat *",
    "cat ./*",
    "cat *.md",
    "cat away/*.txt",
    "cat a*/x.txt",
    "cat many/*/secret.txt",
    "ls m*/*",
    "cat {a.txt,key}",
    "cat {key,b}*",
    "cat {away,src}/*",
    "cat {a,{b,key}}",
    "cat k{ey,x}",
    "cat a{1..3}",
    "echo /*",
    "echo ../*",
    "echo ~/*",
    "printf '%s\\n' away/*",
    "cd away && cat x.txt",
    "cd slash/etc && cat passwd",
    "cd near/.. && cat key",
    "cd away/.. && cat secret.txt",
    "cat < key",
    "cat < away/x.txt",
    "read -r x < key",
  ])("%s reads outside the workspace", async (command) => {
    expect([command, (await judgeCommand(command, safe)).verdict]).toEqual([command, "ask"]);
  });
  it.each([
    "cat a.txt",
    "cat near/c.ts",
    "cat near/../a.txt",
    "cat src/*.ts",
    "cat [ab].txt",
    "cat {a,b}.txt",
    "cat near/*",
    "rg x src",
    "grep -rn x .",
    "grep -fa.txt b.txt",
    "find . -name '*.ts'",
    "ls -la",
    "ls *.txt",
    "cd near && cat c.ts",
    "cat < near/c.ts",
    "head -n5 a.txt | sort -u | wc -l",
    "jq .x a.txt",
    "echo *",
    "git log -5 -- src",
    "cat nothing",
    "sed -n 1,5p src/c.ts",
  ])("%s stays in the workspace", async (command) => {
    expect([command, await judgeCommand(command, safe)]).toEqual([command, { verdict: "allow" }]);
  });
});

describe("a redirection is judged by the target of links", () => {
  const rules: ApprovalRule[] = [{ action: "allow", command: "ls" }];
  it.each([
    ["ls > hooks/pre-commit", "protected"],
    ["ls > hooks/new", "protected"],
    ["ls > out/settings", "protected"],
    ["ls >> out/../hooks/x", "protected"],
    ["cd hooks && ls > x", "protected"],
    ["ls > slash/etc/x", "protected"],
    ["cd -P away/.. && ls > x", "edit"],
    ["ls > out/new", "edit"],
    ["ls > away/x.txt", "edit"],
    ["ls > key", "edit"],
    ["ls > away/../z", "edit"],
  ])("%s", async (command, missing) => {
    const verdict = await judgeCommand(command, [...rules, { action: "allow", command: "cd" }], ["edit"]);
    expect(verdict).toMatchObject({ verdict: "ask", missing: expect.arrayContaining([missing]) });
  });
  it.each(["ls > out/x", "ls > near/x.ts", "ls > near/../x", "ls 2>/dev/null"])(
    "%s stays in the workspace",
    async (command) => {
      expect([command, await judgeCommand(command, rules, ["edit"])]).toEqual([command, { verdict: "allow" }]);
    },
  );
  it("needs approval for both the link and its target", async () => {
    const edits: ApprovalRule[] = [...rules, { action: "allow", kind: "edit", path: "near/**" }];
    expect(await judgeCommand("ls > near/x.ts", edits)).toMatchObject({ verdict: "ask" });
    expect(
      await judgeCommand("ls > near/x.ts", [...edits, { action: "allow", kind: "edit", path: "{near,src}/**" }]),
    ).toEqual({ verdict: "allow" });
  });
  it("applies to files that a program writes as well", async () => {
    for (const command of ["tee hooks/x", "cp a.txt out/settings", "sed -i s/a/b/ out/settings", "touch hooks/y"])
      expect([command, await judgeCommand(command, [], ["command"])]).toMatchObject([
        command,
        { missing: ["protected"] },
      ]);
  });
  it("names the target in the reason", async () => {
    expect(await judgeCommand("ls > key", rules)).toMatchObject({
      why: expect.stringContaining(`writes key, which links to ${outside.path("secret.txt")}`),
    });
  });
});

it("an answer of always applies only to the program that was asked about", async () => {
  writeFileSync(temp.path("out/prog"), "#!/bin/sh\n", { mode: 0o755 });
  const path = { PATH: `${temp.path("out")}:/usr/bin:/bin` };
  const local = localShell({ root: { given: root, real: root }, environment: path });
  const subject = { kind: "command" as const, summary: "prog x", command: "prog x" };
  const rules = await smallestRules(subject, { root, shell: local });
  expect(rules).toEqual([{ action: "allow", kind: "command", command: "out/prog x" }]);
  const policy = { autoApprove: new Set<never>(), attended: true, rules };
  expect(await judge(policy, subject, { root, shell: local })).toEqual({ verdict: "allow" });
  expect(await judge(policy, subject, { root, shell })).toMatchObject({ verdict: "ask" });
});
