import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createTempSnapshots, describeTree, type TempSnapshots } from "../temp-snapshots.ts";

function git(folder: string, ...words: readonly string[]): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...who, ...words], { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

function commit(folder: string, text: string): void {
  writeFileSync(join(folder, "n.txt"), text);
  git(folder, "add", "n.txt");
  git(folder, "commit", "-qm", text);
}

/** A folder that is not a repository, containing one, and one with a submodule. */
async function nested(): Promise<TempSnapshots> {
  const temp = await createTempSnapshots({ "a.txt": "a\n" });
  for (const name of ["one", "outer"]) {
    mkdirSync(temp.path(name));
    git(temp.path(name), "init", "-q");
    commit(temp.path(name), "first");
  }
  git(temp.path("outer"), "submodule", "--quiet", "add", temp.path("one"), "sub");
  git(temp.path("outer"), "commit", "-qm", "with a submodule");
  git(temp.path("one"), "config", "some.thing", "mine");
  git(temp.path("one"), "stash", "list");
  return temp;
}

const removeAll = (temp: TempSnapshots) => execFileSync("sh", ["-c", "rm -rf *"], { cwd: temp.root });

describe("a repository in the workspace", () => {
  it("is restored with everything else, byte for byte, including submodules", async () => {
    await using temp = await nested();
    const before = describeTree(temp.root);
    const { id } = await temp.store.take("before");
    removeAll(temp);
    expect((await temp.store.changedFiles(id)).map(({ path }) => path)).toEqual([
      "a.txt",
      "one/.git",
      "one/n.txt",
      "outer/.git",
      "outer/.gitmodules",
      "outer/n.txt",
      "outer/sub/.git",
      "outer/sub/n.txt",
    ]);
    expect((await temp.store.diff(id)).files).toContainEqual({ path: "one/.git", change: "deleted" });
    const { restored } = await temp.store.restore(id);
    expect(restored).toEqual(expect.arrayContaining(["one/.git", "outer/.git", "outer/sub/.git"]));
    expect(describeTree(temp.root)).toEqual(before);
    for (const name of ["one", "outer", "outer/sub"]) git(temp.path(name), "fsck", "--full", "--strict");
    expect(git(temp.path("outer"), "status", "--porcelain")).toBe("");
  });

  it("is restored as last seen: commits are never undone", async () => {
    await using temp = await nested();
    const { id } = await temp.store.take("before");
    commit(temp.path("one"), "second");
    git(temp.path("one"), "gc", "-q");
    await temp.store.restore(id);
    expect(git(temp.path("one"), "log", "--format=%s")).toBe("second\nfirst\n");
    await temp.store.take("later");
    rmSync(temp.path("one/.git"), { recursive: true });
    await temp.store.restore(id);
    expect(git(temp.path("one"), "log", "--format=%s")).toBe("second\nfirst\n");
    git(temp.path("one"), "fsck", "--full", "--strict");
  });

  it("that is damaged gets its missing files back, and keeps the rest", async () => {
    await using temp = await nested();
    const { id } = await temp.store.take("before");
    for (const name of ["HEAD", "objects", "refs"]) rmSync(temp.path(`one/.git/${name}`), { recursive: true });
    writeFileSync(temp.path("one/.git/description"), "mine");
    await temp.store.take("of what is broken");
    await temp.store.restore(id);
    expect(git(temp.path("one"), "log", "--format=%s")).toBe("first\n");
    expect(describeTree(temp.path("one/.git")).description).toContain("mine");
  });

  it("is hard-linked, and deleted once no snapshot refers to it", async () => {
    await using temp = await nested();
    const noise = randomBytes(2_000_000);
    writeFileSync(temp.path("one/large.bin"), noise);
    git(temp.path("one"), "add", "large.bin");
    git(temp.path("one"), "commit", "-qm", "large");
    rmSync(temp.path("one/large.bin"));
    await temp.store.take("before");
    expect(await temp.store.size()).toBeLessThan(noise.length);
    removeAll(temp);
    expect(await temp.store.size()).toBeGreaterThan(noise.length);
    await setTimeout(1_100);
    await temp.store.take("after");
    await temp.store.prune({ keep: 1 });
    expect(await temp.store.size()).toBeLessThan(noise.length);
    expect(existsSync(temp.path("one"))).toBe(false);
  });

  it("that is a link or a file is kept as such", async () => {
    await using temp = await nested();
    const real = temp.path("../elsewhere");
    execFileSync("sh", ["-c", `mv one/.git '${real}' && ln -s '${real}' one/.git`], { cwd: temp.root });
    const { id } = await temp.store.take("before");
    removeAll(temp);
    await temp.store.restore(id);
    expect(describeTree(temp.path("one"))[".git"]).toBe(`link to ${real}`);
    expect(git(temp.path("one"), "log", "--format=%s")).toBe("first\n");
  });
});
