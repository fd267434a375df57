import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSnapshots } from "../snapshots/open-snapshots.ts";
import { describeTree, realClock } from "../snapshots/temp-snapshots.ts";
import { createTempWorktrees, writeFile } from "./temp-worktrees.ts";

const lines = (count: number, end = "\n"): string[] => Array.from({ length: count }, (_, at) => `line ${at}${end}`);

describe("merging", () => {
  it("merges the changes of two copies, also without a repository", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a", "b.txt": "b", "c.txt": "c" });
    const [one, two] = [await temp.worktrees.open("one"), await temp.worktrees.open("two")];
    writeFile(join(one, "a.txt"), "from one");
    writeFile(join(two, "b.txt"), "from two");
    writeFile(join(two, "new/deep/d.txt"), "d");
    rmSync(join(one, "c.txt"));
    temp.write("own.txt", "own");
    const outcomes = await Promise.all([temp.worktrees.merge("one"), temp.worktrees.merge("two")]);
    expect(outcomes).toMatchObject([
      { changed: ["a.txt", "c.txt"], conflicts: [] },
      { changed: ["b.txt", "new/deep/d.txt"], conflicts: [] },
    ]);
    expect(describeTree(temp.root)).toMatchObject({
      "a.txt": "644 from one",
      "b.txt": "644 from two",
      "new/deep/d.txt": "644 d",
      "own.txt": "644 own",
    });
    expect(existsSync(temp.path("c.txt"))).toBe(false);
  });

  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
  ])("merges a text that both changed in different lines, with %s", async (_, end) => {
    using temp = await createTempWorktrees({ "a.txt": lines(20, end).join("") });
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "a.txt"), lines(20, end).with(2, `copy${end}`).join(""));
    temp.write("a.txt", lines(20, end).with(17, `workspace${end}`).join(""));
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["a.txt"], conflicts: [] });
    expect(temp.read("a.txt")).toBe(lines(20, end).with(2, `copy${end}`).with(17, `workspace${end}`).join(""));
  });

  it.each<[string, string | Uint8Array, string | Uint8Array, string | Uint8Array]>([
    ["the same line", "1\n2\n3\n", "1\nworkspace\n3\n", "1\ncopy\n3\n"],
    ["a binary file", new Uint8Array([0, 1]), new Uint8Array([0, 2]), new Uint8Array([0, 3])],
    ["everything", "base", "workspace", "copy"],
  ])("keeps the workspace's version if both changed %s, and sets the copy's aside", async (_, base, ours, theirs) => {
    using temp = await createTempWorktrees({ "d/a": base, "b.txt": "b" });
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "d/a"), theirs);
    writeFile(join(copy, "b.txt"), "changed");
    temp.write("d/a", ours);
    const aside = join(copy, "../conflicts/d/a");
    expect(await temp.worktrees.merge("one")).toMatchObject({
      changed: ["b.txt"],
      conflicts: [{ path: "d/a", aside }],
    });
    expect(readFileSync(temp.path("d/a"))).toEqual(Buffer.from(ours));
    expect(readFileSync(aside)).toEqual(Buffer.from(theirs));
    await temp.worktrees.remove("one");
    expect(readFileSync(aside)).toEqual(Buffer.from(theirs));
    expect(await temp.worktrees.removeOld(-1)).toEqual(["one"]);
    expect(existsSync(aside)).toBe(false);
  });

  it("reports a file that one side deleted and the other changed", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a", "b.txt": "b", "link.txt": "c" });
    const copy = await temp.worktrees.open("one");
    rmSync(join(copy, "a.txt"));
    temp.write("a.txt", "changed in the workspace");
    writeFile(join(copy, "b.txt"), "changed in the copy");
    rmSync(temp.path("b.txt"));
    rmSync(join(copy, "link.txt"));
    symlinkSync("/etc/passwd", join(copy, "link.txt"));
    temp.write("link.txt", "changed in the workspace");
    const conflicts = join(copy, "../conflicts");
    expect(await temp.worktrees.merge("one")).toMatchObject({
      changed: [],
      conflicts: [
        { path: "a.txt", aside: join(conflicts, "a.txt.deleted") },
        { path: "b.txt", aside: join(conflicts, "b.txt") },
        { path: "link.txt", aside: join(conflicts, "link.txt.link") },
      ],
    });
    expect(readFileSync(join(conflicts, "link.txt.link"), "utf8")).toBe("/etc/passwd");
    expect(temp.read("a.txt")).toBe("changed in the workspace");
    expect(existsSync(temp.path("b.txt"))).toBe(false);
  });

  it("merges renames, permissions, links, empty folders and changes of type", async () => {
    using temp = await createTempWorktrees({
      "old.txt": "moved",
      "run.sh": "#!/bin/sh\n",
      "secret.txt": "s",
      "gone/x.txt": "x",
      "becomes-folder": "f",
      "becomes-file/y.txt": "y",
      "both.sh": "old",
    });
    mkdirSync(temp.path("was-empty"));
    const copy = await temp.worktrees.open("one");
    renameSync(join(copy, "old.txt"), join(copy, "new.txt"));
    chmodSync(join(copy, "run.sh"), 0o755);
    chmodSync(join(copy, "secret.txt"), 0o600);
    rmSync(join(copy, "gone"), { recursive: true });
    rmSync(join(copy, "becomes-folder"));
    writeFile(join(copy, "becomes-folder/in.txt"), "in");
    rmSync(join(copy, "becomes-file"), { recursive: true });
    writeFile(join(copy, "becomes-file"), "file");
    rmdirSync(join(copy, "was-empty"));
    mkdirSync(join(copy, "empty/inner"), { recursive: true });
    chmodSync(join(copy, "empty/inner"), 0o700);
    symlinkSync("new.txt", join(copy, "link"));
    chmodSync(join(copy, "both.sh"), 0o755);
    temp.write("both.sh", "new");
    const outcome = await temp.worktrees.merge("one");
    expect(outcome.conflicts).toEqual([]);
    expect(describeTree(temp.root)).toEqual({ ...describeTree(copy), "both.sh": "755 new" });
  });

  it("does nothing if both did the same, and returns the same when repeated", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a", "b.txt": "b" });
    const copy = await temp.worktrees.open("one");
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: [], conflicts: [] });
    for (const root of [copy, temp.root]) writeFile(join(root, "a.txt"), "same");
    writeFile(join(copy, "b.txt"), "1");
    const outcome = await temp.worktrees.merge("one");
    expect(outcome).toMatchObject({ changed: ["b.txt"], conflicts: [] });
    temp.write("b.txt", "by the person");
    expect(await temp.worktrees.merge("one")).toEqual(outcome);
    expect(temp.read("b.txt")).toBe("by the person");
    writeFile(join(copy, "c.txt"), "later");
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["c.txt"], conflicts: [] });
    await temp.worktrees.remove("one");
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["c.txt"], conflicts: [] });
    expect(temp.read("b.txt")).toBe("by the person");
  });

  it("can be undone", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a", "b.txt": "b" });
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "a.txt"), "changed");
    rmSync(join(copy, "b.txt"));
    await temp.worktrees.merge("one");
    const store = await openSnapshots({ workspace: temp.root, home: temp.home, clock: realClock });
    const [before] = await store.list();
    expect(before).toMatchObject({ label: "before merging one" });
    await store.restore(before?.id ?? "");
    expect(describeTree(temp.root)).toEqual({ "a.txt": "644 a", "b.txt": "644 b" });
  });

  it("survives the pruning of snapshots in between", async () => {
    using temp = await createTempWorktrees({ "a.txt": lines(20).join("") });
    const copy = await temp.worktrees.open("one");
    const store = await openSnapshots({ workspace: temp.root, home: temp.home, clock: realClock });
    temp.write("a.txt", lines(20).with(1, "workspace\n").join(""));
    await store.take("later");
    await store.prune({ keep: 1, maxBytes: 0 });
    writeFile(join(copy, "a.txt"), lines(20).with(18, "copy\n").join(""));
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["a.txt"], conflicts: [] });
    expect(temp.read("a.txt")).toBe(lines(20).with(1, "workspace\n").with(18, "copy\n").join(""));
  });

  it("reports files that are too large instead of losing or deleting them", async () => {
    using temp = await createTempWorktrees(
      { "grows.txt": "small", "stays.bin": "x".repeat(2000) },
      { caps: { maxFileBytes: 1000 } },
    );
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "grows.txt"), "y".repeat(3000));
    writeFile(join(copy, "new.bin"), "z".repeat(4000));
    const conflicts = join(copy, "../conflicts");
    expect(await temp.worktrees.merge("one")).toMatchObject({
      changed: [],
      conflicts: [
        { path: "grows.txt", aside: join(conflicts, "grows.txt") },
        { path: "new.bin", aside: join(conflicts, "new.bin") },
      ],
    });
    expect(temp.read("grows.txt")).toBe("small");
    expect(readFileSync(join(conflicts, "new.bin"), "utf8")).toBe("z".repeat(4000));
    expect(temp.read("stays.bin")).toBe("x".repeat(2000));
  });

  it("leaves a file in the way alone", async () => {
    using temp = await createTempWorktrees({ "a.txt": "a", "node_modules/p/i.js": "i" });
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "new/x.txt"), "x");
    temp.write("new", "a file where the copy has a folder");
    const aside = join(copy, "../conflicts/new/x.txt");
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: [], conflicts: [{ path: "new/x.txt", aside }] });
    expect(temp.read("new")).toBe("a file where the copy has a folder");
    expect(readFileSync(aside, "utf8")).toBe("x");
  });
});

describe("a link that points outside", () => {
  it("is merged as a link, and nothing is written through it", async () => {
    using temp = await createTempWorktrees({ "src/a.txt": "a", "src/b.txt": "b" });
    const outside = join(temp.home, "outside");
    writeFile(join(outside, "a.txt"), "not yours");
    const copy = await temp.worktrees.open("one");
    rmSync(join(copy, "src"), { recursive: true });
    symlinkSync(outside, join(copy, "src"));
    writeFile(join(copy, "src/a.txt"), "written by the copy through its own link");
    writeFile(join(outside, "a.txt"), "not yours");
    expect(await temp.worktrees.merge("one")).toMatchObject({ conflicts: [] });
    expect(describeTree(temp.root)).toEqual({ src: `link to ${outside}` });
    expect(describeTree(outside)).toEqual({ "a.txt": "644 not yours" });
  });

  it("in the workspace is not followed either", async () => {
    using temp = await createTempWorktrees({ "src/a.txt": "a", "src/b.txt": "b" });
    const outside = join(temp.home, "outside");
    writeFile(join(outside, "a.txt"), "a");
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "src/a.txt"), "changed");
    writeFile(join(copy, "src/new.txt"), "new");
    rmSync(join(copy, "src/b.txt"));
    rmSync(temp.path("src"), { recursive: true });
    symlinkSync(outside, temp.path("src"));
    const { changed, conflicts } = await temp.worktrees.merge("one");
    expect(changed).toEqual([]);
    expect(conflicts.map(({ path }) => path)).toEqual(["src/a.txt", "src/new.txt"]);
    expect(describeTree(outside)).toEqual({ "a.txt": "644 a" });
  });
});

it("edits of different files on two sides always merge to both", async () => {
  const edit = fc.option(fc.string({ maxLength: 12 }), { nil: undefined });
  const names = Array.from({ length: 12 }, (_, at) => `${["", "d/", "d/e/"][at % 3]}f${at}`);
  const edits = fc.dictionary(fc.constantFrom(...names), edit, { maxKeys: 8 });
  await fc.assert(
    fc.asyncProperty(edits, edits, async (ours, theirs) => {
      using temp = await createTempWorktrees(Object.fromEntries(names.slice(0, 8).map((name) => [name, name])));
      const copy = await temp.worktrees.open("one");
      const own = Object.entries(theirs).filter(([name]) => !(name in ours));
      change(temp.root, Object.entries(ours));
      change(copy, own);
      const expected = filesOf(temp.root);
      for (const [name, content] of own) {
        if (content === undefined) delete expected[name];
        else expected[name] = `644 ${Buffer.from(content).toString("latin1")}`;
      }
      expect((await temp.worktrees.merge("one")).conflicts).toEqual([]);
      expect(filesOf(temp.root)).toEqual(expected);
    }),
    { numRuns: 15 },
  );
});

function change(root: string, edits: readonly (readonly [string, string | undefined])[]): void {
  for (const [name, content] of edits) {
    if (content === undefined) rmSync(join(root, name), { force: true });
    else writeFile(join(root, name), content);
  }
}

function filesOf(root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(describeTree(root)).filter(([path]) => !path.endsWith("/")));
}

it("still returns the outcome of a merge when the copy was removed and is opened again", async () => {
  using temp = await createTempWorktrees({ "a.txt": "a\n" });
  writeFile(join(await temp.worktrees.open("one"), "b.txt"), "b\n");
  const outcome = await temp.worktrees.merge("one");
  expect(outcome).toMatchObject({ changed: ["b.txt"], conflicts: [] });
  await temp.worktrees.remove("one");

  const copy = await temp.worktrees.open("one");
  expect(await temp.worktrees.merge("one")).toEqual(outcome);
  writeFile(join(copy, "c.txt"), "c\n");
  expect((await temp.worktrees.merge("one")).changed).toEqual(["c.txt"]);
  expect([temp.read("b.txt"), temp.read("c.txt")]).toEqual(["b\n", "c\n"]);
});
