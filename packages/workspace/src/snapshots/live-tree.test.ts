import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTempSnapshots, type TempSnapshots } from "./temp-snapshots.ts";

const files = { "a.txt": "a", "b/c.txt": "c", "b/d/e.txt": "e", "gone/x.txt": "x", "gone/deep/y.txt": "y" };

describe.skipIf(process.platform !== "linux")("a snapshot while changes are watched", () => {
  it.each<[string, (temp: TempSnapshots) => void]>([
    ["nothing", () => undefined],
    ["a file", (temp) => temp.write("b/c.txt", "changed")],
    [
      "a file that comes and one that goes",
      (temp) => {
        temp.write("b/new.txt", "new");
        rmSync(temp.path("a.txt"));
      },
    ],
    [
      "new folders",
      (temp) => {
        temp.write("new/deep/one.txt", "1");
        temp.write("new/deep/node_modules/x.js", "x");
        mkdirSync(temp.path("new/empty"));
      },
    ],
    ["folders that go", (temp) => rmSync(temp.path("gone"), { recursive: true })],
    [
      "a folder made anew",
      (temp) => {
        rmSync(temp.path("gone"), { recursive: true });
        temp.write("gone/other.txt", "other");
      },
    ],
    ["a folder that moved", (temp) => renameSync(temp.path("gone"), temp.path("b/came"))],
    [
      "other kinds",
      (temp) => {
        rmSync(temp.path("a.txt"));
        temp.write("a.txt/inside.txt", "inside");
        rmSync(temp.path("b"), { recursive: true });
        symlinkSync("gone", temp.path("b"));
      },
    ],
    [
      "permissions",
      (temp) => {
        chmodSync(temp.path("a.txt"), 0o755);
        chmodSync(temp.path("b/d"), 0o700);
      },
    ],
    [
      "everything",
      (temp) => {
        for (const name of readdirSync(temp.root)) rmSync(temp.path(name), { recursive: true });
      },
    ],
  ])("contains what git finds: %s", async (_, change) => {
    await using temp = await createTempSnapshots(files, { watch: true, smallFiles: 0 });
    await temp.store.take("first");
    const index = indexStamp(temp);
    change(temp);
    const live = await temp.store.take("live");
    // In a folder created by the first change, and in an older one.
    temp.write("new/deep/two.txt", "2");
    const second = await temp.store.take("live again");
    expect(indexStamp(temp)).toBe(index);
    const other = await temp.open({ watch: false });
    const whole = await other.take("whole");
    expect(indexStamp(temp)).not.toBe(index);
    expect(await other.diff(second.id, whole.id)).toEqual({ files: [], isTruncated: false });
    expect((await other.diff(live.id, second.id)).files.map(({ path }) => path)).toEqual(["new/deep/two.txt"]);
    const { id: _id, time: _time, label: _label, ...counts } = whole;
    expect(second).toMatchObject(counts);
    rmSync(temp.path("new"), { recursive: true });
    await other.restore(second.id);
    expect((await other.diff(whole.id)).files).toEqual([]);
  });

  it("uses git for many changes", async () => {
    await using temp = await createTempSnapshots(files, { watch: true, smallFiles: 0 });
    await temp.store.take("first");
    const index = indexStamp(temp);
    for (let count = 0; count < 400; count += 1) temp.write(`many/${count}.txt`, `${count}`);
    expect(await temp.store.take("second")).toMatchObject({ files: 405 });
    expect(indexStamp(temp)).not.toBe(index);
    temp.write("many/0.txt", "changed");
    const stamp = indexStamp(temp);
    const third = await temp.store.take("third");
    expect(indexStamp(temp)).toBe(stamp);
    const other = await temp.open({ watch: false });
    expect((await other.diff(third.id)).files).toEqual([]);
  });
});

function indexStamp(temp: TempSnapshots): string {
  const snapshots = join(temp.home, "snapshots");
  const { ino, mtimeMs, size } = statSync(join(snapshots, readdirSync(snapshots)[0] ?? "", "index"));
  return `${ino}-${mtimeMs}-${size}`;
}
