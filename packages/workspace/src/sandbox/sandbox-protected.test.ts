import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { describeSandboxed, run, sandboxedWorkspace } from "../../test/sandboxed.ts";

describeSandboxed("protected files", () => {
  const names = [
    ".roo/rules/a.md",
    ".vscode/settings.json",
    ".github/workflows/ci.yml",
    ".roomodes",
    "AGENTS.md",
    ".mcp.json",
    ".husky/pre-commit",
    ".npmrc",
    ".envrc",
  ];

  it("cannot be created by a command", async () => {
    await using temp = sandboxedWorkspace({ "sub/a.txt": "" });
    const all = [...names, ...names.map((name) => `sub/${name}`)];
    const make = all.map((path) => `mkdir -p $(dirname ${path}); echo x > ${path}`);
    const outcome = await run(temp, [...make, "echo x > fine.txt"].join("\n"));
    expect(all.filter((path) => existsSync(temp.path(path)))).toEqual([]);
    expect(existsSync(temp.path("fine.txt"))).toBe(true);
    expect(outcome.notes?.[0]).toMatch(/^Not kept, because commands may not write protected files: .* and \d+ more\.$/);
  });

  it("cannot be changed, removed or renamed by one", async () => {
    const all = [...names, ...names.map((name) => `sub/${name}`)];
    await using temp = sandboxedWorkspace(Object.fromEntries(all.map((path) => [path, "old"])));
    const changes = (path: string) =>
      `echo x > ${path}; sed -i s/old/new/ ${path}; mv ${path} elsewhere; rm -rf ${path}`;
    await run(temp, all.map(changes).join("\n"));
    expect(all.filter((path) => temp.readText(path) !== "old")).toEqual([]);
  });

  it("can be moved with their folder", async () => {
    await using temp = sandboxedWorkspace({ "one/.vscode/settings.json": "old" });
    expect((await run(temp, "mv one two")).notes).toBeUndefined();
    expect(temp.readText("two/.vscode/settings.json")).toBe("old");
  });

  it("that Roo itself writes while a command runs stay", async () => {
    await using temp = sandboxedWorkspace();
    const outcome = run(temp, "until [ -e go ]; do sleep 0.02; done");
    await temp.workspace.files.apply([{ path: ".roo/rules/a.md", before: null, content: Buffer.from("ours") }]);
    temp.write("go", "");
    expect((await outcome).notes).toBeUndefined();
    expect(temp.readText(".roo/rules/a.md")).toBe("ours");
  });

  it("of the user's own repository stay unchanged", async () => {
    await using temp = sandboxedWorkspace();
    execFileSync("git", ["init", "-q", temp.root]);
    execFileSync("git", ["-C", temp.root, "config", "alias.st", "status"]);
    temp.write(".git/hooks/pre-commit", "#!/bin/sh\n");
    const before = temp.readText(".git/config");
    expect((await run(temp, "touch a && git add a")).notes).toBeUndefined();
    expect([temp.readText(".git/config"), existsSync(temp.path(".git/hooks/pre-commit"))]).toEqual([before, true]);
  });

  it("of a repository cannot be changed, and git works", async () => {
    await using temp = sandboxedWorkspace({ "a.txt": "a\n" });
    const identity = "-c user.name=a -c user.email=a@b";
    execFileSync("git", ["init", "-q", temp.root]);
    const before = readFileSync(temp.path(".git/config"), "utf8");
    const commit = await run(
      temp,
      `git add . && git ${identity} commit -qm one && git checkout -qb other && git log --oneline | wc -l`,
    );
    expect(commit).toMatchObject({ exitCode: 0, output: "1\n" });
    await run(
      temp,
      "echo evil > .git/hooks/pre-commit; git config core.fsmonitor evil; echo evil >> .git/config; rm -rf .git/hooks",
    );
    await run(temp, "mv .git aside; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit");
    expect(readFileSync(temp.path(".git/config"), "utf8")).toBe(before);
    expect(readdirSync(temp.path(".git/hooks")).filter((name) => !name.endsWith(".sample"))).toEqual([]);
  });

  it("of a repository include hooks in other folders of it", async () => {
    await using temp = sandboxedWorkspace({ "tools/hooks/pre-commit": "old" });
    execFileSync("git", ["init", "-q", temp.root]);
    execFileSync("git", ["-C", temp.root, "config", "core.hooksPath", "tools/hooks"]);
    await run(temp, "echo evil > tools/hooks/pre-commit; echo evil > tools/hooks/post-merge; mv tools aside");
    expect(readdirSync(temp.path("tools/hooks"))).toEqual(["pre-commit"]);
    expect(temp.readText("tools/hooks/pre-commit")).toBe("old");
  });

  it("of a new repository are checked: a plain one stays, one with hooks loses them", async () => {
    await using temp = sandboxedWorkspace();
    expect((await run(temp, "git init -q . && git init -q sub")).notes).toBeUndefined();
    expect([existsSync(temp.path(".git/config")), existsSync(temp.path("sub/.git/config"))]).toEqual([true, true]);
    const evil = await run(
      temp,
      "git init -q evil && cd evil && git config core.fsmonitor x && echo x > .git/hooks/post-checkout",
    );
    expect(evil.notes?.[0]).toContain("evil/.git/config");
    expect([existsSync(temp.path("evil/.git/config")), existsSync(temp.path("evil/.git/hooks/post-checkout"))]).toEqual(
      [false, false],
    );
  });

  it("of a worktree's repository are protected in their actual folder", async () => {
    await using main = sandboxedWorkspace({ "a.txt": "a\n" });
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", main.root, "-c", "user.name=a", "-c", "user.email=a@b", ...args]);
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    await using tree = sandboxedWorkspace();
    git("worktree", "add", "-q", tree.path("tree"));
    const done = await run(
      tree,
      "cd tree && echo b > a.txt && git -c user.name=a -c user.email=a@b commit -qam two && git log --oneline | wc -l",
    );
    expect(done).toMatchObject({ exitCode: 0, output: "2\n" });
    await run(
      tree,
      `echo evil > ${main.path(".git/hooks/pre-commit")}; echo evil >> ${main.path(".git/config")}; echo evil > ${main.path("a.txt")}; echo evil > tree/.git`,
    );
    expect(readdirSync(main.path(".git/hooks")).filter((name) => !name.endsWith(".sample"))).toEqual([]);
    expect([main.readText(".git/config"), main.readText("a.txt"), tree.readText("tree/.git")].join()).not.toContain(
      "evil",
    );
  });

  it.each([
    ["in a folder that replaces another", "mv sub old && mkdir -p sub/.vscode && echo evil > sub/.vscode/a.json"],
    [
      "in one whose own is hidden among packages",
      "mkdir node_modules && mv sub node_modules && mkdir -p sub/.vscode && echo evil > sub/.vscode/a.json",
    ],
    [
      "in a folder whose time is set back",
      'at=$(stat -c %y sub/deep); mkdir sub/deep/.vscode && echo evil > sub/deep/.vscode/a.json; touch -d "$at" sub/deep',
    ],
    ["by creating a repository around them", "git init -q sub && mkdir sub/.roo && echo evil > sub/.roo/a.json"],
  ])("are not created %s", async (_, command) => {
    await using temp = sandboxedWorkspace({ "sub/.vscode/a.json": "old", "sub/deep/a.txt": "" });
    const outcome = await run(temp, `${command}; echo x > sub/fine.txt`);
    const found = readdirSync(temp.root, { recursive: true, encoding: "utf8" });
    const evil = found.filter((path) => path.endsWith("a.json") && temp.readText(path).startsWith("evil"));
    expect([evil, temp.readText("sub/fine.txt")]).toEqual([[], "x\n"]);
    expect(outcome.notes?.[0]).toMatch(/^Not kept, because commands may not write protected files: sub\//);
  });

  it("of a project that a command cloned are kept, except for what makes git run something", async () => {
    await using temp = sandboxedWorkspace();
    const bring =
      "git init -q new && mkdir new/.vscode && echo x > new/.vscode/a.json && echo x > new/.git/hooks/pre-push";
    expect((await run(temp, bring)).notes?.[0]).toContain(": new/.git/hooks/pre-push.");
    expect([existsSync(temp.path("new/.vscode/a.json")), existsSync(temp.path("new/.git/hooks/pre-push"))]).toEqual([
      true,
      false,
    ]);
  });

  it("include links and their targets", async () => {
    await using temp = sandboxedWorkspace({ "docs/rules.md": "old", "conf/a.json": "old", "free.txt": "old" });
    symlinkSync("docs/rules.md", temp.path("AGENTS.md"));
    symlinkSync("conf", temp.path(".vscode"));
    const ways = ["echo evil > AGENTS.md", "echo evil > docs/rules.md", "echo evil > .vscode/a.json", "mv conf other"];
    await run(temp, [...ways, "echo new > free.txt"].join("; "));
    const outcome = await run(temp, "rm AGENTS.md .vscode; echo evil > AGENTS.md; mkdir .vscode");
    expect(outcome.notes?.[0]).toContain(": .vscode, AGENTS.md.");
    expect([readlinkSync(temp.path("AGENTS.md")), readlinkSync(temp.path(".vscode"))]).toEqual([
      "docs/rules.md",
      "conf",
    ]);
    expect(["docs/rules.md", "conf/a.json", "free.txt"].map((path) => temp.readText(path))).toEqual([
      "old",
      "old",
      "new\n",
    ]);
  });

  it("that Roo removed cannot be recreated by a command", async () => {
    await using temp = sandboxedWorkspace();
    await run(temp, "true");
    const content = new TextEncoder().encode("ours");
    await temp.workspace.files.apply([{ path: "AGENTS.md", before: null, content }]);
    const before = temp.workspace.files.versionOf(content);
    await temp.workspace.files.apply([{ path: "AGENTS.md", before, content: null }]);
    await run(temp, "echo evil > AGENTS.md");
    expect(existsSync(temp.path("AGENTS.md"))).toBe(false);
  });
});

describeSandboxed("what makes git run something", () => {
  const evil = "git init -q --bare evil && git -C evil config core.fsmonitor x && git -C evil config core.bare false";

  it.each([
    ["a folder that is a bare repository", "cp -r evil/. sub/", "sub/config"],
    ["a file that points to one", "echo 'gitdir: ../evil' > sub/.git", "sub/.git"],
    [
      "a file that points to one beside it",
      "mkdir -p node_modules && cp -r evil node_modules/ && echo 'gitdir: ../node_modules/evil' > sub/.git",
      "sub/.git",
    ],
    ["a link that points to one", "ln -s ../evil sub/.git", "sub/.git"],
    ["a link that points outside the workspace", "ln -s /tmp/evil sub/.git", "sub/.git"],
    [
      "a folder that names another for the rest",
      "mkdir x && cp evil/HEAD x && echo ../evil > x/commondir",
      "x/commondir",
    ],
    ["a pipe instead of a configuration", "cp -r evil/. sub/ && rm -f sub/config && mkfifo sub/config", "sub/config"],
  ])("is not %s", async (_, command, path) => {
    await using temp = sandboxedWorkspace({ "sub/a.txt": "" });
    const outcome = await run(temp, `${evil} && ${command}`);
    expect(outcome).toMatchObject({ exitCode: 0 });
    expect(outcome.notes?.[0]).toContain("evil/config");
    expect(outcome.notes?.[0]).toContain(path);
    expect([existsSync(temp.path("evil/HEAD")), existsSync(temp.path(path))]).toEqual([true, false]);
    const plain = await run(temp, "git init -q --bare plain.git && git init -q sub2 && git -C sub2 status");
    expect([plain.exitCode, plain.notes]).toEqual([0, undefined]);
  });

  it("is not in a new part of the repository", async () => {
    await using temp = sandboxedWorkspace();
    execFileSync("git", ["init", "-q", temp.root]);
    rmSync(temp.path(".git/hooks"), { recursive: true });
    const parts = [".git/hooks/pre-commit", ".git/config.worktree", ".git/worktrees/w/commondir"];
    const make = parts.map((path) => `mkdir -p $(dirname ${path}); echo /tmp/evil > ${path}`);
    const outcome = await run(temp, make.join("\n"));
    expect(outcome.output).toMatch(/\.git\/hooks\/pre-commit: (Read-only|Permission)/);
    expect(outcome.notes?.[0]).toContain(".git/config.worktree");
    expect(parts.filter((path) => existsSync(temp.path(path)))).toEqual([]);
  });

  it("is not in the target of a linked hooks folder", async () => {
    await using temp = sandboxedWorkspace({ "tools/hooks/pre-commit": "old" });
    execFileSync("git", ["init", "-q", temp.root]);
    rmSync(temp.path(".git/hooks"), { recursive: true });
    symlinkSync("../tools/hooks", temp.path(".git/hooks"));
    await run(temp, "echo evil > tools/hooks/pre-commit; echo evil > tools/hooks/post-merge; mv tools aside");
    await run(temp, "rm .git/hooks; mkdir -p .git/hooks; echo evil > .git/hooks/pre-push");
    expect([readdirSync(temp.path("tools/hooks")), temp.readText("tools/hooks/pre-commit")]).toEqual([
      ["pre-commit"],
      "old",
    ]);
    expect(existsSync(temp.path(".git/hooks/pre-push"))).toBe(false);
  });

  it("is not in a submodule, which still works", async () => {
    await using temp = sandboxedWorkspace();
    const identity = "-c user.name=a -c user.email=a@b -c protocol.file.allow=always";
    const origin = `git init -q origin && git -C origin ${identity} commit -q --allow-empty -m one`;
    execFileSync("sh", [
      "-c",
      `cd ${temp.root} && git init -q && ${origin} && git ${identity} submodule --quiet add ./origin part`,
    ]);
    const commit = `cd part && git ${identity} commit -q --allow-empty -m two && git log --oneline | wc -l`;
    expect(await run(temp, commit)).toMatchObject({ exitCode: 0, output: "2\n" });
    await run(temp, "git -C part config core.fsmonitor evil; echo evil > .git/modules/part/hooks/post-commit");
    expect(readFileSync(temp.path(".git/modules/part/config"), "utf8")).not.toContain("evil");
    expect(existsSync(temp.path(".git/modules/part/hooks/post-commit"))).toBe(false);
    const swapped =
      "cd .git && mv modules old && mkdir modules && cp -r old/part modules/part && git -C modules/part config core.fsmonitor evil";
    await run(temp, swapped);
    expect(readFileSync(temp.path(".git/modules/part/config"), { encoding: "utf8", flag: "a+" })).not.toContain("evil");
  });
});
