import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { describe, expect, it } from "vitest";
import { openSnapshots } from "../snapshots/open-snapshots.ts";
import { describeTree, realClock } from "../snapshots/temp-snapshots.ts";
import { createTempWorktrees, runGit, writeFile } from "./temp-worktrees.ts";

describe("a copy", () => {
  it("has every file, byte for byte, with permissions, times, links and empty folders", async () => {
    using temp = await createTempWorktrees({
      "a.txt": "a\r\n",
      "b/c.bin": new Uint8Array([0, 255, 10]),
      "b/big.bin": new Uint8Array(300_000).fill(7),
      "run.sh": "#!/bin/sh\n",
      "odd \u00e9 name\n.txt": "odd",
    });
    chmodSync(temp.path("run.sh"), 0o755);
    chmodSync(temp.path("a.txt"), 0o600);
    mkdirSync(temp.path("empty/inner"), { recursive: true });
    mkdirSync(temp.path("fixed"));
    temp.write("fixed/x", "x");
    chmodSync(temp.path("fixed"), 0o555);
    symlinkSync("b/c.bin", temp.path("link"));
    symlinkSync("/nowhere/else", temp.path("outward"));
    utimesSync(temp.path("a.txt"), 1_000_000, 1_000_000);
    const copy = await temp.worktrees.open("one");
    expect(describeTree(copy)).toEqual(describeTree(temp.root));
    expect(statSync(join(copy, "a.txt")).mtimeMs).toBe(1_000_000_000);
    writeFile(join(copy, "b/c.bin"), "changed");
    expect(readFileSync(temp.path("b/c.bin"))).toEqual(Buffer.from([0, 255, 10]));
    await temp.worktrees.remove("one");
    expect(existsSync(copy)).toBe(false);
    chmodSync(temp.path("fixed"), 0o755);
  });

  it("is the same folder, with its changes, when it is opened again", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a" });
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "a.txt"), "mine");
    temp.write("a.txt", "theirs");
    expect(await temp.worktrees.open("one")).toBe(copy);
    expect(readFileSync(join(copy, "a.txt"), "utf8")).toBe("mine");
  });

  it("links dependencies and large files, copies ignored build folders, and leaves caches out", async () => {
    using temp = await createTempWorktrees(
      {
        ".gitignore": "dist/\n",
        "dist/x.js": "x",
        "node_modules/one/index.js": "1",
        "node_modules/@scope/two/index.js": "2",
        "packages/own/index.js": "own",
        ".venv/bin/python": "p",
        "__pycache__/a.pyc": "c",
        "large.bin": "x".repeat(2000),
      },
      { caps: { maxFileBytes: 1000 } },
    );
    symlinkSync("../packages/own", temp.path("node_modules/own"));
    const copy = await temp.worktrees.open("one");
    expect(readdirSync(copy).sort()).toEqual([".gitignore", ".venv", "dist", "large.bin", "node_modules", "packages"]);
    writeFile(join(copy, "dist/x.js"), "built anew");
    expect(temp.read("dist/x.js")).toBe("x");
    expect(readlinkSync(join(copy, ".venv"))).toBe(temp.path(".venv"));
    const shared = await temp.worktrees.shared("one");
    expect(shared.map(({ at }) => at).sort()).toEqual([".venv", "large.bin", "node_modules"]);
    expect(shared.filter(({ path, at }) => path !== temp.path(at))).toEqual([]);
    expect(readFileSync(join(copy, "node_modules/@scope/two/index.js"), "utf8")).toBe("2");
    writeFile(join(copy, "packages/own/index.js"), "changed");
    expect(readFileSync(join(copy, "node_modules/own/index.js"), "utf8")).toBe("changed");
    writeFile(join(copy, "node_modules/three/index.js"), "3");
    expect(existsSync(temp.path("node_modules/three"))).toBe(false);
    rmSync(join(copy, ".venv"));
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["packages/own/index.js"], conflicts: [] });
    expect(lstatSync(temp.path(".venv")).isDirectory()).toBe(true);
    expect(existsSync(temp.path("node_modules/three"))).toBe(false);
  });

  it("whose folder is gone is not one in which everything was deleted", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a" });
    const copy = await temp.worktrees.open("one");
    const undo = await openSnapshots({ workspace: temp.root, home: temp.home, clock: realClock });
    await undo.take("of the workspace");
    rmSync(copy, { recursive: true });
    await expect(temp.worktrees.merge("one")).rejects.toMatchObject({ code: "unknown_worktree" });
    symlinkSync(temp.root, copy);
    await expect(temp.worktrees.merge("one")).rejects.toMatchObject({ code: "unknown_worktree" });
    expect(temp.read("a.txt")).toBe("a");
    expect(readdirSync(await temp.worktrees.open("one"))).toEqual(["a.txt"]);
    expect(await undo.list()).toMatchObject([{ label: "of the workspace" }]);
  });

  it("refuses an id that is a path", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a" });
    for (const id of ["../x", "a/b", "", ".", "a..b", "x".repeat(101)]) {
      await expect(temp.worktrees.open(id)).rejects.toMatchObject({ code: "unknown_worktree" });
    }
  });
});

describe("the copy of a repository", () => {
  it("works with git and takes commits, without affecting the workspace's repository", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a\n", "b.txt": "b\n", ".gitignore": "dist/\n", "dist/x": "x" });
    runGit(temp.root, "init", "-q", "-b", "main");
    runGit(temp.root, "config", "remote.origin.url", "https://token@example.com/x");
    runGit(temp.root, "add", ".");
    runGit(temp.root, "commit", "-q", "-m", "first");
    temp.write("b.txt", "staged\n");
    runGit(temp.root, "add", "b.txt");
    const before = describeTree(temp.path(".git"));
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "a.txt"), "changed\n");
    expect(runGit(copy, "status", "--porcelain")).toBe(" M a.txt\nM  b.txt\n");
    expect(runGit(copy, "diff", "--", "a.txt")).toContain("-a\n+changed\n");
    expect(runGit(copy, "log", "--format=%s", "main")).toBe("first\n");
    expect(readFileSync(join(copy, ".git/config"), "utf8")).not.toContain("token");
    runGit(copy, "commit", "-q", "-a", "-m", "second");
    expect(runGit(copy, "log", "--format=%s")).toBe("second\nfirst\n");
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["a.txt"], conflicts: [] });
    expect(describeTree(temp.path(".git"))).toEqual(before);
    expect(runGit(temp.root, "fsck", "--strict")).toBe("");
  });

  it("works for nested repositories and for a git worktree", async () => {
    using temp = await createTempWorktrees({ "sub/a.txt": "a\n" });
    const main = join(temp.home, "main");
    writeFile(join(main, "top.txt"), "top\n");
    for (const folder of [main, temp.path("sub")]) {
      runGit(folder, "init", "-q", "-b", "main");
      runGit(folder, "add", ".");
      runGit(folder, "commit", "-q", "-m", `of ${folder.slice(-4)}`);
    }
    runGit(main, "worktree", "add", "-q", "-b", "side", join(temp.home, "side"));
    writeFile(temp.path(".git"), readFileSync(join(temp.home, "side/.git")));
    temp.write("top.txt", "top\n");
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "sub/a.txt"), "b\n");
    expect(runGit(join(copy, "sub"), "status", "--porcelain")).toBe(" M a.txt\n");
    expect(runGit(copy, "log", "--format=%s %D")).toContain("of main HEAD -> side");
    expect(runGit(copy, "status", "--porcelain")).toBe("?? sub/\n");
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["sub/a.txt"], conflicts: [] });
    expect(runGit(temp.path("sub"), "status", "--porcelain")).toBe(" M a.txt\n");
  });

  it("has no repository if it cannot be read", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a", ".git": "gitdir: /nowhere\n" });
    expect(readdirSync(await temp.worktrees.open("one"))).toEqual(["a.txt"]);
  });
});

describe("removing", () => {
  it("deletes the copy and its own snapshots, and can be repeated", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a" });
    const copy = await temp.worktrees.open("one");
    const undo = await openSnapshots({ workspace: copy, home: temp.home, clock: realClock });
    await undo.take("in the copy");
    expect(readdirSync(join(temp.home, "snapshots"))).toHaveLength(2);
    await temp.worktrees.remove("one");
    await temp.worktrees.remove("one");
    expect(existsSync(copy)).toBe(false);
    expect(readdirSync(join(temp.home, "snapshots"))).toHaveLength(1);
    await expect(temp.worktrees.merge("one")).rejects.toMatchObject({ code: "unknown_worktree" });
    expect(await temp.worktrees.open("one")).toBe(copy);
    expect(readdirSync(copy)).toEqual(["a.txt"]);
  });

  it("deletes those that were not used for long, and no others", async () => {
    const clock = new FakeClock();
    using temp = await createTempWorktrees({ "a.txt": "a" }, { clock });
    await temp.worktrees.open("old");
    const used = await temp.worktrees.open("used");
    await clock.advance(1000);
    await temp.worktrees.open("used");
    expect(await temp.worktrees.removeOld(500)).toEqual(["old"]);
    expect(existsSync(used)).toBe(true);
    expect(existsSync(join(used, "../../old"))).toBe(false);
  });
});
