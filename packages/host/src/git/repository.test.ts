import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Repository } from "./repository.ts";

let base: string;
let folder: string;
const environment = () => ({ PATH: process.env.PATH, HOME: base });
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "roo-git-")));
  folder = join(base, "work");
  mkdirSync(folder);
  writeFileSync(
    join(base, ".gitconfig"),
    "[user]\n\tname = Anna\n\temail = anna@example.org\n[init]\n\tdefaultBranch = main\n",
  );
  git("init", "-q");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, env: environment(), encoding: "utf8" });
}
function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
const open = (at = folder, isTrusted = false) =>
  Repository.open({ folder: at, environment: environment(), isTrusted, signal: new AbortController().signal });

it("reports the state of every file, including unusual names", async () => {
  for (const name of ["changed", "deleted", "both", 'odd\tname "x"', "with space"]) write(name, "one\n");
  git("add", ".");
  git("commit", "-qm", "first");
  write("changed", "two\n");
  write("both", "two\n");
  write("sub/new ünïcode", "x\n");
  write("with space", "two\n");
  git("add", "both", "with space");
  rmSync(join(folder, "deleted"));
  write('odd\tname "x"', "two\n");
  const { files, ...status } = await (await open()).status();
  expect(status).toEqual({ branch: "main", upstream: null, ahead: 0, behind: 0 });
  expect(files.map(({ path, state, isStaged }) => `${state} ${path}${isStaged ? " staged" : ""}`).sort()).toEqual(
    [
      "changed both staged",
      "changed changed",
      'changed odd\tname "x"',
      "changed with space staged",
      "deleted deleted",
      "untracked sub/new ünïcode",
    ].sort(),
  );
});

it("shows uncommitted changes, also before the first commit and of untracked files", async () => {
  write("a.txt", "a\n");
  git("add", "a.txt");
  write("b.txt", "no end");
  const fresh = await (await open()).diff();
  expect(fresh.files).toMatchObject([
    { path: "a.txt", change: "added", text: expect.stringContaining("+a\n") },
    { path: "b.txt", change: "added", text: expect.stringContaining("+no end\n\\ No newline") },
  ]);
  git("commit", "-qm", "first");
  write("a.txt", "diff --git a/evil b/evil\nb\n");
  const { files } = await (await open()).diff("a.txt");
  expect(files).toMatchObject([
    { path: "a.txt", change: "changed", text: expect.stringContaining("+diff --git a/evil") },
  ]);
});

it("stays in the folder when it is part of a larger repository", async () => {
  write("outside.txt", "x\n");
  write("part/inside.txt", "x\n");
  const part = await open(join(folder, "part"));
  expect((await part.status()).files).toMatchObject([{ path: "inside.txt" }]);
  await expect(part.commit({ message: "m", paths: ["../outside.txt"] })).rejects.toMatchObject({
    code: "path_outside",
  });
  await part.commit({ message: "inside" });
  expect(git("show", "--name-only", "--format=").trim()).toBe("part/inside.txt");
});

it("commits all or some files, and fails when there is nothing to commit", async () => {
  const repository = await open();
  await expect(repository.commit({ message: "nothing" })).rejects.toMatchObject({ code: "nothing_to_commit" });
  for (const name of ["a", "b", "-c", "*"]) write(name, "x\n");
  const commit = await repository.commit({ message: "just some\n\nwith a body", paths: ["a", "-c", "*"] });
  expect(git("log", "-1", "--format=%H %B").trim()).toBe(`${commit} just some\n\nwith a body`);
  expect((await repository.status()).files).toMatchObject([{ path: "b", state: "untracked" }]);
  rmSync(join(folder, "a"));
  await repository.commit({ message: "all the rest" });
  expect((await repository.status()).files).toEqual([]);
});

it("runs hooks and filters for a commit only where the folder is trusted", async () => {
  const ran = join(base, "ran");
  const hook = join(folder, ".git/hooks/pre-commit");
  writeFileSync(hook, `#!/bin/sh\necho hook >> ${ran}\n`);
  chmodSync(hook, 0o755);
  git("config", "filter.evil.clean", `sh -c 'echo filter >> ${ran}; cat'`);
  git("config", "core.fsmonitor", `sh -c 'echo monitor >> ${ran}'`);
  write(".gitattributes", "*.txt filter=evil\n");
  write("a.txt", "x\n");
  const untrusted = await open();
  await untrusted.status();
  await untrusted.diff();
  await untrusted.commit({ message: "quietly" });
  await untrusted.switchTo({ name: "other", isNew: true });
  expect(existsSync(ran)).toBe(false);
  write("b.txt", "x\n");
  await (await open(folder, true)).commit({ message: "with hooks and filters" });
  expect(existsSync(ran)).toBe(true);
});

it("includes the output of a failing hook in the error", async () => {
  const hook = join(folder, ".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\necho no tabs please; exit 1\n");
  chmodSync(hook, 0o755);
  write("a.txt", "x\n");
  await expect((await open(folder, true)).commit({ message: "m" })).rejects.toMatchObject({
    code: "git_failed",
    message: expect.stringContaining("no tabs please"),
  });
});

it("creates and switches branches, by name only", async () => {
  write("a", "x\n");
  const repository = await open();
  await repository.commit({ message: "first" });
  expect((await repository.switchTo({ name: "feature/one", isNew: true })).branch).toBe("feature/one");
  expect(await repository.branches()).toEqual({ current: "feature/one", branches: ["feature/one", "main"] });
  await expect(repository.switchTo({ name: "main", isNew: true })).rejects.toMatchObject({ code: "branch_exists" });
  for (const name of ["nowhere", "-f", "--detach", "a..b", "HEAD~1", "x y", "", "@{-1}"])
    await expect(repository.switchTo({ name, isNew: false })).rejects.toMatchObject({ code: "unknown_branch" });
  expect((await repository.switchTo({ name: "main", isNew: false })).branch).toBe("main");
});

it("rejects a folder that is not a repository", async () => {
  const plain = join(base, "plain");
  mkdirSync(plain);
  await expect(open(plain)).rejects.toMatchObject({ code: "not_a_repository" });
});
