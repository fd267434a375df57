import type { ApprovalRule, WorkspaceShell } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import type { ApprovalContext } from "./approval-policy.ts";
import { judge } from "./judge.ts";

const rules: readonly ApprovalRule[] = [
  ...["echo *", "ls *", "git log *", "git status *", "npm test", "cat *", "rg *"].map(
    (command): ApprovalRule => ({ action: "allow", command }),
  ),
  ...["curl", "rm"].map((command): ApprovalRule => ({ action: "deny", command })),
];
const context: ApprovalContext = { root: "/w" };
const noShell: WorkspaceShell = {
  kind: "bash",
  findOwnProgram: () => undefined,
  realPath: (path) => path,
  expand: () => [],
  exists: () => false,
};

function judged(command: string, more: { rules?: readonly ApprovalRule[]; context?: ApprovalContext } = {}) {
  const policy = { autoApprove: new Set<never>(), attended: true, rules: more.rules ?? rules };
  return judge(policy, { kind: "command", summary: command, command }, more.context ?? context);
}

async function verdict(command: string, more: Parameters<typeof judged>[1] = {}): Promise<string> {
  return (await judged(command, more)).verdict;
}

const allowing = (...commands: readonly string[]) => ({
  rules: [...rules, ...commands.map((command): ApprovalRule => ({ action: "allow", command }))],
});

describe("every simple command is judged", () => {
  it.each(["&&", ";", "||", "|", "&", "|&", "\n"])("joined by %j", async (operator) => {
    expect(await verdict(`git log ${operator} curl x`)).toBe("deny");
    expect(await verdict(`curl x ${operator} git log`)).toBe("deny");
    expect(await verdict(`git log ${operator} touch x`)).toBe("ask");
    expect(await verdict(`git log ${operator} ls`)).toBe("allow");
  });
  it.each([
    ["(%)"],
    ["{ %; }"],
    ["if %; then ls; fi"],
    ["if ls; then ls; elif ls; then %; fi"],
    ["if ls; then ls; else %; fi"],
    ["while %; do ls; done"],
    ["until ls; do %; done"],
    ["for x in a b; do %; done"],
    ["for x in $(%); do ls; done"],
    ["case $(%) in a) ls;; esac"],
    ["case a in b) ls;; *) %;; esac"],
    ["! %"],
    ["time %"],
    ["[[ -n $(%) ]]"],
  ])("within %s", async (form) => {
    expect(await verdict(form.replace("%", "curl x"))).toBe("deny");
    expect(await verdict(form.replace("%", "touch x"))).toBe("ask");
    expect(await verdict(form.replace("%", "ls"))).toBe("allow");
  });
});

describe("substitutions are judged", () => {
  it.each([
    ['git log --grep="$(%)"'],
    ["echo `%`"],
    ["echo <(%)"],
    ["cat >(%)"],
    ["echo ${x:-$(%)}"],
    ["echo ${x/a/$(%)}"],
    ['echo "a $(%) b"'],
    ["x=$(%)"],
    ["cat <<EOF\n$(%)\nEOF"],
    ["cat <<-EOF\n\t`%`\n\tEOF"],
  ])("%s", async (form) => {
    expect(await verdict(form.replace("%", "touch pwned"))).toBe("ask");
    expect(await verdict(form.replace("%", "curl x"))).toBe("deny");
    expect(await verdict(form.replace("%", "git status"))).toBe("allow");
  });
  it("asks about a here-string with the output of a command, but not about a plain one", async () => {
    expect(await verdict("cat <<< $(ls)")).toBe("ask");
    expect(await verdict('cat <<< "`ls`"')).toBe("ask");
    expect(await verdict("cat <<< '$(ls)'")).toBe("allow");
  });
  it("treats a here-document with a quoted delimiter as text", async () => {
    expect(await verdict("cat <<'EOF'\n$(touch pwned)\nEOF")).toBe("allow");
    expect(await verdict("cat <<EOF\n$(ls)")).toBe("ask");
  });
});

describe("redirections are writes", () => {
  const writing = [
    "ls > %",
    "git log >> %",
    "echo x >| %",
    "ls 2>%",
    "ls &>%",
    "ls &>>%",
    "ls >&%",
    "ls 9>%",
    "ls <>%",
    "> %",
    "{ ls; } > %",
    "for x in a; do ls; done > %",
  ];
  const mayWrite = (path: string) => ({ rules: [...rules, { action: "allow" as const, kind: "edit" as const, path }] });
  it.each(writing)("%s", async (form) => {
    expect(await judged(form.replace("%", "out/f"))).toMatchObject({ verdict: "ask", missing: ["edit"] });
    expect(await verdict(form.replace("%", "out/f"), mayWrite("out/**"))).toBe("allow");
    expect(await verdict(form.replace("%", "out/../f"), mayWrite("out/**"))).toBe("ask");
  });
  it.each(writing.filter((form) => form !== "> %"))("%s to /dev/null is not a write", async (form) => {
    expect(await verdict(form.replace("%", "/dev/null"))).toBe("allow");
  });
  it.each([
    "~/.ssh/authorized_keys",
    ".git/hooks/pre-commit",
    ".GIT/hooks/x",
    "/etc/passwd",
    "sub/../.vscode/settings.json",
  ])("%s is protected even if files may be written", async (path) => {
    expect(await judged(`ls > ${path}`, mayWrite("**"))).toMatchObject({
      verdict: "ask",
      missing: expect.arrayContaining(["protected"]),
    });
    const granted: ApprovalRule[] = [
      { action: "allow", kind: "protected" },
      { action: "allow", kind: "edit", path: "**" },
      { action: "allow", kind: "edit", path: "{~,}/**" },
    ];
    expect(await verdict(`ls > ${path}`, { rules: [...rules, ...granted] })).toBe("allow");
  });
  it("limits approval of all edits to the workspace", async () => {
    const edits = { rules: [...rules, { action: "allow" as const, kind: "edit" as const }] };
    for (const path of ["/tmp/f", "../f", "~/f", '"$x"']) {
      expect([path, await verdict(`ls > ${path}`, edits)]).toEqual([path, "ask"]);
      const policy = { autoApprove: new Set(["edit"] as const), attended: true, rules };
      expect((await judge(policy, { kind: "command", summary: "", command: `ls > ${path}` }, context)).verdict).toBe(
        "ask",
      );
    }
    expect(await verdict("ls > f", edits)).toBe("allow");
    expect(await verdict("ls > /w/f", edits)).toBe("allow");
    expect(await verdict("ls > /tmp/f", mayWrite("/tmp/**"))).toBe("allow");
  });
  it("follows cd", async () => {
    const more = {
      rules: [...allowing("cd *").rules, { action: "allow" as const, kind: "edit" as const, path: "**" }],
    };
    expect(await judged("cd .git/hooks && ls > pre-commit", more)).toMatchObject({
      verdict: "ask",
      missing: ["protected"],
    });
    expect(await verdict('cd "$x" && ls > f', more)).toBe("ask");
    expect(await verdict("cd src && ls > f", more)).toBe("allow");
    const subject = { kind: "command" as const, summary: "ls > x", command: "ls > x" };
    const policy = { autoApprove: new Set<never>(), attended: true, rules: more.rules };
    expect(await judge(policy, { ...subject, cwd: ".git/hooks" }, context)).toMatchObject({ missing: ["protected"] });
    expect(await judge(policy, { ...subject, cwd: "src" }, context)).toEqual({ verdict: "allow" });
  });
  it("allows duplicated descriptors, and asks about network connections of the shell", async () => {
    expect(await verdict("ls 2>&1 >&2 <&-")).toBe("allow");
    expect(await verdict("cat < /dev/tcp/localhost/80")).toBe("ask");
    expect(await verdict("ls {fd}>/dev/null")).toBe("ask");
    expect(await verdict("cat < a.txt")).toBe("allow");
    expect(await verdict("cat < ../a.txt")).toBe("ask");
  });
});

it.each(["lsof", "git logx", "npm test-evil", "echo.sh", "npm test --x", "LS", "git"])(
  "%s is none of the words of a rule",
  async (command) => {
    expect(await verdict(command)).toBe("ask");
    expect(await verdict(command, allowing(command))).toBe("allow");
  },
);

describe("names", () => {
  it.each([
    "/w/bin/ls",
    "./ls",
    "bin/ls",
    "../ls",
    "\\ls",
    "l''s",
    '"ls"',
    "$'ls'",
    "$x",
    "l?",
    "{ls,x}",
    "~/ls",
    "/tmp/ls",
  ])("%s is not the ls of the system", async (name) => {
    expect(await verdict(`${name} a`)).toBe("ask");
  });
  it.each(["ls", "/bin/ls", "/usr/bin/ls"])("%s is", async (name) => {
    expect(await verdict(`${name} a`)).toBe("allow");
  });
  it.each(["ls() { touch x; }; ls", "function ls { touch x; }; ls", "alias ls=touch; ls", "source x; ls", ". x; ls"])(
    "%s gives it another meaning",
    async (command) => {
      expect(await verdict(command)).toBe("ask");
    },
  );
  it("does not cover a name that the same line writes", async () => {
    expect(await verdict("cp a bin/ls && ls", allowing("cp *"))).toBe("ask");
    expect(await verdict("cp a bin/x && ls", allowing("cp *"))).toBe("allow");
  });
  it("resolves a name as the shell would", async () => {
    const shell = {
      ...noShell,
      findOwnProgram: (name: string) => (name === "ls" ? "bin/ls" : undefined),
    };
    const here = { context: { root: "/w", shell } };
    expect(await judged("ls", here)).toMatchObject({
      verdict: "ask",
      why: expect.stringContaining("ls resolves to bin/ls"),
    });
    expect(await verdict("timeout 5 ls", here)).toBe("ask");
    expect(await verdict("cat a", here)).toBe("allow");
    expect(await verdict("curl", here)).toBe("deny");
  });
  it.each(["RM x", "/bin/rm x", "r''m x", "\\rm x", "./rm x", "r\\\nm x"])(
    "%s is the rm that is denied",
    async (command) => {
      expect(await verdict(command)).toBe("deny");
    },
  );
});

describe("variables", () => {
  it.each([
    "LD_PRELOAD=./x.so ls",
    "PATH=.:$PATH git status",
    "GIT_SSH_COMMAND=x git log",
    "PAGER=x git log",
    "BASH_ENV=x ls",
    "env ls",
    "env A=1 ls",
    "export PATH=.; ls",
    "PATH=.; ls",
    "IFS=x; ls",
    "for PATH in .; do ls; done",
    "read PATH; ls",
    "printf -v PATH .; ls",
    "echo ${PATH:=x}",
    "http_proxy=x; ls",
    "x=1 ls",
  ])("%s", async (command) => {
    expect(await verdict(command, allowing("printf *", "read *"))).toBe("ask");
  });
  it.each([
    "CI=1 npm test",
    "NODE_ENV=test FORCE_COLOR=1 npm test",
    "LC_ALL=C ls",
    "x=1; echo $x",
    "for f in a b; do cat $f; done",
  ])("%s changes nothing", async (command) => {
    expect(await verdict(command)).toBe("allow");
  });
});

describe("dangerous options", () => {
  it.each([
    ["rg *", "rg --pre=./x .", "rg -n --pretty x ."],
    ["rg *", "rg --pre ./x .", "rg x ."],
    ["git log *", "git -c core.pager=./x log", "git log -5"],
    ["git log *", "git log --output=f", "git log --oneline"],
    ["git log *", "git log --outp=f", "git log --output-indicator-new=x"],
    ["git diff *", "git diff --ext-diff", "git diff HEAD"],
    ["git *", "git -c a.b=c fetch", "git fetch origin"],
    ["git *", "git submodule foreach evil", "git submodule status"],
    ["find *", "find . -exec evil ;", "find . -name x"],
    ["find *", "find . -delete", "find . -print"],
    ["find *", "find . -fprint f", "find src"],
    ["sed *", "sed -i s/a/b/ f", "sed s/a/b/ f"],
    ["sed *", "sed -n 'w f' x", "sed -n 1,5p x"],
    ["sed *", "sed wf.txt x", "sed p wf.txt"],
    ["sed *", "sed 's/a/b/e' x", "sed 's/a/b/g' x"],
    ["sed *", "sed -e p -e '1e touch x' f", "sed -e p -e 2d f"],
    ["awk *", "awk 'BEGIN{system(\"x\")}'", "awk '{print $1}' f"],
    ["awk *", "awk '{print > \"f\"}' x", "awk -F: '{print $1}' f"],
    ["sort *", "sort -o f x", "sort -u x"],
    ["sort *", "sort --compress-prog=x f", "sort --reverse f"],
    ["uniq *", "uniq a b", "uniq a"],
    ["tar *", "tar --checkpoint-action=exec=x -cf a b", "tar -tf a"],
    ["ssh *", "ssh -o ProxyCommand=x host", "ssh host"],
    ["xargs *", "xargs evil", "echo"],
  ])("%s does not cover %s, and does cover %s", async (rule, hostile, harmless) => {
    expect(await verdict(hostile, allowing(rule))).toBe("ask");
    expect(await verdict(harmless, allowing(rule))).toBe("allow");
  });
  it("covers such an option if the rule names it", async () => {
    expect(await verdict("sed -i s/a/b/ f", allowing("sed -i s/a/b/ *"))).toBe("allow");
    expect(await verdict("find . -name x", allowing("find . *"))).toBe("allow");
  });
  it("does not allow npm test without a rule", async () => {
    expect(await verdict("npm test", { rules: [{ action: "allow", command: "@safe" }] })).toBe("ask");
    expect(await verdict("npm test")).toBe("allow");
  });
  it("applies a rule's forbid list", async () => {
    const forbid = { rules: [{ action: "allow" as const, command: "git push *", forbid: ["--tags", "-n"] }] };
    expect(await verdict("git push origin main", forbid)).toBe("allow");
    for (const command of ["git push --tags", "git push --tag", "git push -vn", 'git push origin "x$y"'])
      expect(await verdict(command, forbid)).toBe("ask");
  });
});

describe("expansions", () => {
  it.each([
    "echo ${x@P}",
    "echo ${!x}",
    "echo $((a[$(ls)]))",
    "echo $((x))",
    "echo $[x]",
    "echo ${x[1]}",
    "echo ${x:1}",
    "((x=1)); ls",
    "for ((i=0;i<1;i++)); do ls; done",
    "[[ x -eq 1 ]]",
    "[[ -v x ]]",
    "ls -*",
    "ls -{l,a}",
    "rg *",
    "rg $x",
    'rg "$x" .',
    "rg a$x",
    "rg {a,--pre=x} .",
    "echo !(a)",
    'echo $"a"',
  ])("%s", async (command) => {
    expect(await verdict(command)).toBe("ask");
  });
  it.each([
    "echo $x",
    'echo "$x"',
    "echo ${x:-a}",
    "echo ${#x}",
    "ls *",
    "ls {a,b}",
    "cat $x",
    "rg x src/*.ts",
    "rg x src/{a,b}",
    "echo $((1 + 2))",
    "[[ 1 -eq 1 ]] && ls",
    'rg "a$x" .',
  ])("%s can only expand to words", async (command) => {
    expect(await verdict(command)).toBe("allow");
  });
});

describe("what cannot be parsed is asked about", () => {
  it.each([
    ["an open quote", 'echo "a'],
    ["an open parenthesis", "ls (a"],
    ["1 MiB", `echo ${"a".repeat(1024 * 1024)}`],
    ["1 MiB of commands", "ls;".repeat(350_000)],
    ["100,000 parentheses", "(".repeat(100_000)],
    ["100,000 substitutions", "$(".repeat(100_000)],
    ["nesting within the size", `${"$(".repeat(10_000)}ls${")".repeat(10_000)}`],
    ["quoted nesting", `echo ${'"$('.repeat(99)}ls${')"'.repeat(99)} ${"a ".repeat(20_000)}`],
    ["backticks", "`".repeat(50_000)],
    ["many here-documents", "cat <<a ".repeat(5_000)],
    ["an unpaired surrogate", "echo \ud800"],
    ["an end of text", "ls\0rm"],
    ["a bell", "echo \u0007"],
    ["zsh's =()", "cat =(ls)"],
    ["zsh's qualifier", "ls *(e:ls:)"],
    ["many options before a word", `curl${" -a".repeat(20_000)}`],
  ])("%s", async (_, command) => {
    expect(["ask", "deny"]).toContain(await verdict(command));
  });
  it("smaller cases are allowed", async () => {
    for (const command of [
      'echo "a"',
      "(ls)",
      `echo ${"a".repeat(1024)}`,
      "ls;".repeat(100),
      "echo ü",
      "(((ls)))",
      "( ( ls ) )",
    ])
      expect([command, await verdict(command)]).toEqual([command, command === "(((ls)))" ? "ask" : "allow"]);
  });
});

describe("wrappers", () => {
  it.each([
    "sudo %",
    "sudo -u root %",
    "sudo A=1 %",
    "env %",
    "env -i A=1 %",
    "time %",
    "nice %",
    "nice -n 5 %",
    "timeout 5 %",
    "timeout -k 1 5 %",
    "nohup %",
    "setsid %",
    "stdbuf -o L %",
    "xargs %",
    "xargs -n 1 %",
    "sh -c '%'",
    "bash -c '%'",
    "bash -lc '%'",
    "bash -x -c '%'",
    "/bin/bash -c '%'",
    "eval '%'",
    "eval %",
    "exec %",
    "exec -a x %",
    "command %",
    "builtin %",
    "busybox %",
    "trap '%' EXIT",
    "watch %",
    "watch '%'",
    "parallel %",
    "find . -exec % {} ;",
    "find . -execdir % {} +",
    "su -c '%'",
    "bash <<EOF\n%\nEOF",
    "sudo env nice timeout 5 sh -c 'eval \"%\"'",
  ])("%s is unwrapped", async (form) => {
    expect(await verdict(form.replace("%", "curl x"))).toBe("deny");
    expect(await verdict(form.replace("%", "touch x"))).toBe("ask");
  });
  it.each([
    "time ls",
    "nice ls",
    "nice -n 5 ls",
    "timeout 5 ls",
    "command ls",
    "sh -c 'ls'",
    "bash -c 'ls | cat'",
    "timeout 5 nice bash -c ls",
  ])("%s adds nothing", async (command) => {
    expect(await verdict(command)).toBe("allow");
  });
  it("requires approval of a wrapper that adds something, and of what it runs", async () => {
    expect(await verdict("sudo ls")).toBe("ask");
    expect(await verdict("sudo ls", allowing("sudo *"))).toBe("allow");
    expect(await verdict("sudo touch x", allowing("sudo *"))).toBe("ask");
    expect(await verdict("sudo touch x", allowing("sudo touch x"))).toBe("allow");
    expect(await verdict("sudo curl x", allowing("sudo curl x"))).toBe("deny");
  });
  it("unwraps twelve levels, then asks", async () => {
    const deep = (count: number, command: string) => `${"nice ".repeat(count)}${command}`;
    expect(await verdict(deep(12, "ls"))).toBe("allow");
    expect(await verdict(deep(12, "curl x"))).toBe("deny");
    expect(await verdict(deep(13, "ls"))).toBe("ask");
    expect(await verdict(deep(13, "curl x"))).toBe("ask");
  });
  it("asks about what is known only at run time", async () => {
    for (const command of ["echo x | sh", 'bash -c "$x"', "eval $x", "sh < a.txt", "ls | xargs", "timeout $x ls"])
      expect([command, await verdict(command)]).toEqual([command, "ask"]);
  });
});

it.each(["", "   ", "\n\t", "# a comment", ";", "  ;  ", "&&"])(
  "%j is nothing to run, whatever is allowed",
  async (command) => {
    const policy = { autoApprove: new Set(["command"] as const), attended: true };
    expect(await judge(policy, { kind: "command", summary: command, command })).toEqual({
      verdict: "deny",
      missing: [],
      why: "The command is empty.",
    });
    expect(await judge(policy, { kind: "command", summary: "x", command: `${command}\nls` }, context)).toEqual({
      verdict: "allow",
    });
  },
);

it("judges by the syntax of the actual shell", async () => {
  const sh: ApprovalContext = { root: "/w", shell: { ...noShell, kind: "sh" } };
  for (const command of ["ls &> /dev/null", "cat <(ls)", "echo {a,b}", "[[ a = b ]] && ls"]) {
    expect([command, await verdict(command, { context: sh })]).toEqual([command, "ask"]);
    expect([command, await verdict(command)]).toEqual([command, "allow"]);
  }
  expect(await verdict("ls | cat", { context: sh })).toBe("allow");
});

it("does not treat input of a program as a command", async () => {
  expect(await verdict("ls", { context: { root: "/w", tool: "send_command_input" } })).toBe("ask");
  expect(await verdict("curl x", { context: { root: "/w", tool: "send_command_input" } })).toBe("deny");
  expect(await verdict("ls", { context: { root: "/w", tool: "execute_command" } })).toBe("allow");
});
