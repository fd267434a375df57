import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { tempPaths } from "../files/temp-name.ts";
import { openSnapshots } from "../snapshots/open-snapshots.ts";
import { describeTree, realClock } from "../snapshots/temp-snapshots.ts";
import { createTempWorktrees, type TempWorktrees, writeFile } from "./temp-worktrees.ts";

const script = join(import.meta.dirname, "../../test/worktrees-in-child.ts");
const count = 200;
const names = Array.from({ length: count }, (_, at) => `f${at % 4}/${String(at).padStart(3, "0")}.txt`).sort();
const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`);

describe("kill -9 of a merge", () => {
  it.each<[string, (temp: TempWorktrees, copy: string) => boolean]>([
    ["while it plans", (_, copy) => existsSync(join(copy, "../scratch"))],
    ["when the plan is recorded", (_, copy) => existsSync(join(copy, "../merge.json"))],
    ["in the middle", (temp) => isNew(temp, count / 2)],
    ["near the end", (temp) => isNew(temp, count - 10)],
  ])("%s is completed by the next", async (_, isReached) => {
    using temp = await createTempWorktrees();
    const { copy, expected, outcome } = await prepare(temp);
    const child = startChild(temp, "merge");
    await until(() => isReached(temp, copy) || child.exitCode !== null);
    await kill(child);
    const store = await openSnapshots({ workspace: temp.root, home: temp.home, clock: realClock });
    await store.prune({ keep: 1 });
    expect(await temp.worktrees.merge("one")).toMatchObject(outcome);
    expect(describeTree(temp.root)).toEqual(expected);
    expect(await temp.worktrees.merge("one")).toMatchObject(outcome);
  });
});

it("completing an interrupted merge leaves alone what was changed since", async () => {
  using temp = await createTempWorktrees();
  const { copy, outcome } = await prepare(temp);
  const [first = "", middle = "", last = ""] = [names[0], names[count / 2], names.at(-1)];
  const absolute = temp.path(middle);
  const { fresh } = tempPaths({ absolute, relative: middle, given: middle });
  // In the way of the new file, so that the merge stops there.
  mkdirSync(fresh);
  await expect(temp.worktrees.merge("one")).rejects.toThrow(/is a directory/i);
  rmdirSync(fresh);
  expect([first, middle, last].map((name) => temp.read(name).slice(0, 3))).toEqual(["new", "old", "old"]);
  for (const name of [first, last]) temp.write(name, "by the person");
  const aside = (path: string): { path: string; aside: string } => ({
    path,
    aside: join(dirname(copy), "conflicts", path),
  });
  expect(await temp.worktrees.merge("one")).toMatchObject({
    changed: outcome.changed.filter((name) => name !== first && name !== last),
    conflicts: ["both.txt", first, last].map(aside),
  });
  expect([first, middle, last].map((name) => temp.read(name).slice(0, 3))).toEqual(["by ", "new", "by "]);
  expect(readFileSync(aside(last).aside, "utf8")).toBe(`new ${last}`);
});

it("completing an interrupted merge merges it with what another copy brought since", async () => {
  const text = ["one", "two", "three", "four", "five"];
  using temp = await createTempWorktrees({ "a.txt": "old", "shared.txt": `${text.join("\n")}\n` });
  const [left, right] = [await temp.worktrees.open("left"), await temp.worktrees.open("right")];
  writeFile(join(left, "shared.txt"), "ONE\ntwo\nthree\nfour\nfive\n");
  writeFile(join(right, "a.txt"), "new");
  writeFile(join(right, "shared.txt"), "one\ntwo\nthree\nfour\nFIVE\n");
  const absolute = temp.path("shared.txt");
  const { fresh } = tempPaths({ absolute, relative: "shared.txt", given: "shared.txt" });
  mkdirSync(fresh);
  await expect(temp.worktrees.merge("right")).rejects.toThrow(/is a directory/i);
  rmdirSync(fresh);
  expect([temp.read("a.txt"), temp.read("shared.txt").slice(0, 3)]).toEqual(["new", "one"]);
  expect((await temp.worktrees.merge("left")).conflicts).toEqual([]);
  const merged = await temp.worktrees.merge("right");
  expect(merged).toMatchObject({ changed: ["a.txt", "shared.txt"], conflicts: [] });
  expect(temp.read("shared.txt")).toBe("ONE\ntwo\nthree\nfour\nFIVE\n");
  const store = await openSnapshots({ workspace: temp.root, home: temp.home, clock: realClock });
  await store.undoChanges(merged.change?.changes ?? []);
  expect([temp.read("a.txt"), temp.read("shared.txt")]).toEqual(["old", "ONE\ntwo\nthree\nfour\nfive\n"]);
});

describe("kill -9 while a copy is created", () => {
  it.each<[string, (copy: string) => boolean]>([
    ["in the middle", (copy) => existsSync(join(copy, names[count / 2] ?? ""))],
    ["while it is saved", (copy) => existsSync(join(copy, names.at(-1) ?? ""))],
  ])("%s is repaired by the next", async (_, isReached) => {
    using temp = await createTempWorktrees(Object.fromEntries(names.map((name) => [name, name])));
    const parent = join(temp.home, "worktrees");
    const child = startChild(temp, "open");
    await until(() => {
      const [hash] = existsSync(parent) ? readdirSync(parent) : [];
      return (hash !== undefined && isReached(join(parent, hash, "one/files"))) || child.exitCode !== null;
    });
    await kill(child);
    const copy = await temp.worktrees.open("one");
    expect(describeTree(copy)).toEqual(describeTree(temp.root));
    expect(await temp.worktrees.merge("one")).toMatchObject({ changed: [], conflicts: [] });
  });
});

it("merges of several processes wait for each other", async () => {
  using temp = await createTempWorktrees({ "a.txt": lines.join("") });
  const [one, two] = [await temp.worktrees.open("one"), await temp.worktrees.open("two")];
  writeFile(join(one, "a.txt"), lines.with(1, "one\n").join(""));
  writeFile(join(two, "a.txt"), lines.with(18, "two\n").join(""));
  const child = startChild(temp, "merge");
  await temp.worktrees.merge("two");
  await ended(child);
  expect(child.exitCode).toBe(0);
  expect(temp.read("a.txt")).toBe(lines.with(1, "one\n").with(18, "two\n").join(""));
});

describe("on a full disk (needs permission to mount)", () => {
  it("reports it, leaves no file half written, and continues once there is space", async (context) => {
    using temp = await createTempWorktrees({ "a.txt": "a".repeat(20_000), "b.txt": "b" });
    const copy = await temp.worktrees.open("one");
    writeFile(join(copy, "a.txt"), "new ".repeat(20_000));
    writeFile(join(copy, "b.txt"), "new b");
    const files = describeTree(temp.root);
    if (!mount(temp.root)) return context.skip();
    try {
      for (const name of ["a.txt", "b.txt"]) temp.write(name, files[name]?.slice("644 ".length) ?? "");
      const { bavail, bsize } = statfsSync(temp.root);
      writeFileSync(temp.path("ballast"), Buffer.alloc((bavail - 2) * bsize));
      await expect(temp.worktrees.merge("one")).rejects.toMatchObject({
        code: "worktree_failed",
        next: expect.stringContaining("free space"),
      });
      expect(temp.read("a.txt")).toBe("a".repeat(20_000));
      rmSync(temp.path("ballast"));
      expect(await temp.worktrees.merge("one")).toMatchObject({ changed: ["a.txt", "b.txt"], conflicts: [] });
      expect(temp.read("a.txt")).toBe("new ".repeat(20_000));
    } finally {
      execFileSync("umount", [temp.root]);
    }
  });

  it("leaves no incomplete copy", async (context) => {
    using temp = await createTempWorktrees({ "a.bin": crypto.getRandomValues(new Uint8Array(60_000)) });
    if (!mount(temp.home)) return context.skip();
    try {
      const { bavail, bsize } = statfsSync(temp.home);
      writeFileSync(join(temp.home, "ballast"), Buffer.alloc((bavail - 40) * bsize));
      mkdirSync(join(temp.home, "worktrees"));
      writeFileSync(join(temp.home, "ballast2"), Buffer.alloc(30 * bsize));
      await expect(temp.worktrees.open("one")).rejects.toMatchObject({ code: expect.stringMatching(/_failed$/) });
      rmSync(join(temp.home, "ballast"));
      expect(describeTree(await temp.worktrees.open("one"))).toEqual(describeTree(temp.root));
    } finally {
      execFileSync("umount", [temp.home]);
    }
  });
});

/** Many files to write, one to merge, one that cannot be merged, some to remove. */
async function prepare(temp: TempWorktrees): Promise<{
  copy: string;
  expected: Record<string, string>;
  outcome: Awaited<ReturnType<TempWorktrees["worktrees"]["merge"]>>;
}> {
  for (const name of names) temp.write(name, `old ${name}`);
  temp.write("text.txt", lines.join(""));
  temp.write("both.txt", "base\n");
  const removals = Array.from({ length: 20 }, (_, at) => `gone/${at}.txt`);
  for (const name of removals) temp.write(name, "gone");
  const copy = await temp.worktrees.open("one");
  for (const name of names) writeFile(join(copy, name), `new ${name}`);
  writeFile(join(copy, "text.txt"), lines.with(1, "copy\n").join(""));
  writeFile(join(copy, "both.txt"), "copy\n");
  rmSync(join(copy, "gone"), { recursive: true });
  temp.write("text.txt", lines.with(18, "workspace\n").join(""));
  temp.write("both.txt", "workspace\n");
  const expected = {
    ...describeTree(copy),
    "both.txt": "644 workspace\n",
    "text.txt": `644 ${lines.with(1, "copy\n").with(18, "workspace\n").join("")}`,
  };
  const conflicts = [{ path: "both.txt", aside: join(dirname(copy), "conflicts/both.txt") }];
  return { copy, expected, outcome: { changed: [...names, ...removals, "text.txt"].sort(), conflicts } };
}

function isNew(temp: TempWorktrees, at: number): boolean {
  return readFileSync(temp.path(names[at] ?? ""), "utf8").startsWith("new");
}

function startChild(temp: TempWorktrees, what: "open" | "merge"): ChildProcess {
  return spawn(process.execPath, [script, temp.root, temp.home, what, "one"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}

function mount(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
