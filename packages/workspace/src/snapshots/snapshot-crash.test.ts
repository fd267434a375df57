import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { createTempSnapshots, describeTree, type TempSnapshots } from "./temp-snapshots.ts";

const script = join(import.meta.dirname, "../../test/snapshots-in-child.ts");

describe("kill -9", () => {
  it.each([
    ["when it began", (folder: string, pid: number) => existsSync(join(folder, "lock-2")) && pid > 0],
    ["while git writes the index", (folder: string, pid: number) => existsSync(join(folder, `index-${pid}.lock`))],
    ["while git writes objects", (folder: string) => readdirSync(join(folder, "objects", "pack")).some(isTempPack)],
    ["after git wrote the index", (folder: string, pid: number) => existsSync(join(folder, `index-${pid}`))],
  ])("of a snapshot %s loses only that one", async (_, isReached) => {
    await using temp = await createTempSnapshots({ "a.txt": "a" });
    const { id } = await temp.store.take("first");
    writeMany(temp, "new");
    const child = startChild(temp, ["take", "second"]);
    const folder = storeFolderOf(temp);
    await until(() => isReached(folder, child.pid ?? 0) || child.exitCode !== null);
    await kill(child);
    const after = describeTree(temp.root);
    const third = await temp.store.take("third");
    expect(third.files).toBe(501);
    await temp.store.restore(id);
    expect(Object.keys(describeTree(temp.root))).toEqual(["a.txt"]);
    await temp.store.restore(third.id);
    expect(describeTree(temp.root)).toEqual(after);
    await temp.store.prune({});
    expect(readdirSync(join(folder, "objects", "pack")).filter(isTempPack)).toEqual([]);
  });

  it("of a restore leaves a record, and the restore can be completed or undone", async () => {
    await using temp = await createTempSnapshots();
    writeMany(temp, "old");
    const { id } = await temp.store.take("old");
    const old = describeTree(temp.root);
    writeMany(temp, "new");
    temp.write("only-new.txt", "new");
    const fresh = describeTree(temp.root);
    const child = startChild(temp, ["restore", id]);
    await until(() => readFileSync(temp.path("f0/150.txt"), "utf8") === "old 150" || child.exitCode !== null);
    await kill(child);
    const pending = await temp.store.pendingRestore();
    expect(pending).toMatchObject({ id, before: expect.stringMatching(/^s2-/) });
    const half = describeTree(temp.root);
    expect(half).not.toEqual(old);
    expect(half).not.toEqual(fresh);
    const outcome = await temp.store.restore(id);
    expect(outcome).toMatchObject({ before: pending?.before, conflicts: [] });
    expect(describeTree(temp.root)).toEqual(old);
    expect(await temp.store.pendingRestore()).toBeUndefined();
    await temp.store.restore(outcome.before);
    expect(describeTree(temp.root)).toEqual(fresh);
  });
});

describe("several processes at once", () => {
  it("take their snapshots one after the other", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a" });
    const children = ["b", "c"].map((label) => startChild(temp, ["take", label, "4"]));
    await Promise.all([1, 2, 3, 4].map(async () => temp.store.take("a")));
    await Promise.all(children.map(async (child) => ended(child)));
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const all = await temp.store.list();
    expect(all.map(({ label }) => label).toSorted()).toEqual("aaaabbbbcccc".split(""));
    expect(all.map(({ id }) => Number(id.split("-")[0]?.slice(1)))).toEqual(all.map((_, index) => index + 1));
  });

  it("wait for a limited time", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a" });
    await temp.store.take("first");
    const folder = storeFolderOf(temp);
    const holder = { pid: process.pid, start: "", machine: "another machine" };
    writeFileSync(join(folder, "lock-9"), JSON.stringify(holder));
    const other = await temp.open({ waitMs: 50 });
    await expect(other.take("second")).rejects.toMatchObject({ code: "snapshots_busy" });
    rmSync(join(folder, "lock-9"));
    expect(await other.take("third")).toMatchObject({ label: "third" });
  });

  it("leave a file that changes during a restore alone, and report it", async () => {
    await using temp = await createTempSnapshots();
    writeMany(temp, "old", 1500);
    const { id } = await temp.store.take("old");
    writeMany(temp, "new", 1500);
    const restoring = temp.store.restore(id);
    await until(() => readFileSync(temp.path("f0/0.txt"), "utf8") === "old 0");
    temp.write("f1/99.txt", "by the person");
    expect((await restoring).conflicts).toEqual([{ path: "f1/99.txt", reason: "it was changed during the restore" }]);
    expect(readFileSync(temp.path("f1/99.txt"), "utf8")).toBe("by the person");
  });
});

describe("a store that a power cut damaged", () => {
  it.each(["index", "state.json"])("is rebuilt if its %s is damaged", async (name) => {
    await using temp = await createTempSnapshots({ "a.txt": "a", "b/c.txt": "c" });
    const { id } = await temp.store.take("first");
    writeFileSync(join(storeFolderOf(temp), name), "DIRC nonsense");
    temp.write("d.txt", "d");
    expect(await temp.store.take("second")).toMatchObject({ files: 3 });
    expect((await temp.store.diff(id)).files).toMatchObject([{ path: "d.txt", change: "added" }]);
  });

  it("skips an incomplete snapshot", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a" });
    await temp.store.take("first");
    writeFileSync(join(storeFolderOf(temp), "refs", "snapshots", "s2-abcdef"), "");
    expect(await temp.store.list()).toMatchObject([{ label: "first" }]);
    await temp.store.prune({});
    expect(await temp.store.take("next")).toMatchObject({ id: expect.stringMatching(/^s2-/) });
  });
});

describe("on a full disk of 2 MiB (needs permission to mount)", () => {
  it("keeps its snapshots, reports the error, and works again once there is space", async (context) => {
    await using temp = await createTempSnapshots({ "a.txt": "a" });
    mkdirSync(temp.home);
    if (!mount(temp.home)) return context.skip();
    try {
      const { id } = await temp.store.take("first");
      temp.write("b.bin", crypto.getRandomValues(new Uint8Array(60_000)));
      const { bavail, bsize } = statfsSync(temp.home);
      writeFileSync(join(temp.home, "ballast"), Buffer.alloc((bavail - 4) * bsize));
      await expect(temp.store.take("second")).rejects.toMatchObject({ code: "snapshot_failed" });
      rmSync(join(temp.home, "ballast"));
      expect(await temp.store.take("third")).toMatchObject({ files: 2 });
      expect(await temp.store.restore(id)).toMatchObject({ removed: ["b.bin"] });
      expect((await temp.store.list()).map(({ label }) => label)).toEqual(["first", "third", `before restoring ${id}`]);
    } finally {
      await temp.store.dispose();
      execFileSync("umount", [temp.home]);
    }
  });
});

function writeMany(temp: TempSnapshots, word: string, count = 500): void {
  for (let index = 0; index < count; index += 1) {
    temp.write(`f${Math.floor(index / 1000)}/${index % 1000}.txt`, `${word} ${index}`);
  }
}

function startChild(temp: TempSnapshots, words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [script, temp.root, temp.home, ...words], { stdio: ["ignore", "ignore", "inherit"] });
}

async function kill(child: ChildProcess): Promise<void> {
  expect(child.exitCode).toBeNull();
  child.kill("SIGKILL");
  await ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once("exit", resolve));
}

function storeFolderOf(temp: TempSnapshots): string {
  const snapshots = join(temp.home, "snapshots");
  return join(snapshots, readdirSync(snapshots)[0] ?? "");
}

function isTempPack(name: string): boolean {
  return name.startsWith("tmp_");
}

function mount(folder: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
