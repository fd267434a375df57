import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openNotePath } from "./journal.ts";
import { createTempSnapshots, type TempSnapshots } from "./temp-snapshots.ts";

const gone = { pid: 2 ** 30, start: "1", machine: "" };

function storePath({ home }: TempSnapshots): string {
  const [name = ""] = readdirSync(join(home, "snapshots"));
  return join(home, "snapshots", name);
}

function journalPaths(temp: TempSnapshots): string[] {
  const folder = join(storePath(temp), "journals");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** As if the process that wrote them had been killed. */
function orphanJournals(temp: TempSnapshots): void {
  for (const path of journalPaths(temp)) {
    const [first = "", ...rest] = readFileSync(path, "utf8").split("\n");
    const { holder } = JSON.parse(first);
    writeFileSync(path, [JSON.stringify({ holder: { ...gone, machine: holder.machine } }), ...rest].join("\n"));
  }
}

function fsck(temp: TempSnapshots): string {
  return execFileSync("git", ["fsck", "--full", "--no-dangling"], {
    env: { GIT_DIR: storePath(temp) },
    encoding: "utf8",
  });
}

async function changeThreeTimes(temp: TempSnapshots): Promise<string[]> {
  const ids = [(await temp.store.take("first")).id];
  for (const text of ["two", "three", "four"]) {
    const { id } = await temp.store.take(text, { paths: ["a.txt"] });
    temp.write("a.txt", text);
    const { changes } = await temp.store.recordChange(id, { by: "task", label: text });
    ids.push(id, ...changes.map(({ after }) => after));
  }
  return ids;
}

describe("what a task saves at every step", () => {
  it("is written to one file, and is visible to other processes immediately", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "one", "sub/b.txt": "b" });
    const ids = await changeThreeTimes(temp);
    expect(journalPaths(temp)).toHaveLength(1);
    expect(readdirSync(join(storePath(temp), "refs/snapshots"))).toEqual([ids[0]]);
    const other = await temp.open();
    expect((await other.list()).map(({ id }) => id)).toEqual(ids);
    const diff = await other.diff(ids[0] ?? "", ids.at(-1));
    expect(diff.files.map(({ path, change }) => [path, change])).toEqual([["a.txt", "changed"]]);
    await other.dispose();
    expect(await changeThreeTimes(temp)).toHaveLength(7);
    expect(fsck(temp)).toBe("");
  });

  it("survives a kill up to a truncated line, and its file is removed", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "one" });
    const ids = await changeThreeTimes(temp);
    const [path = ""] = journalPaths(temp);
    appendFileSync(path, '{"objects":[["blob","aGVs');
    orphanJournals(temp);
    const next = await temp.open();
    const { id } = await next.take("after");
    expect(Number(/\d+/.exec(id)?.[0])).toBeGreaterThan(Number(/\d+/.exec(ids.at(-1) ?? "")?.[0]));
    expect((await next.list()).map((one) => one.id)).toEqual([...ids, id]);
    expect(existsSync(path)).toBe(false);
    expect(fsck(temp)).toBe("");
    await next.dispose();
  });

  it("lets a resumed task continue from a snapshot of the killed process", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "one" });
    await temp.store.take("first");
    const { id } = await temp.store.take("second", { paths: ["b.txt"] });
    orphanJournals(temp);
    const next = await temp.open();
    temp.write("b.txt", "new");
    const after = `sha256:${createHash("sha256").update("new").digest("hex")}`;
    const steps = [{ path: "b.txt", before: null, after }];
    const { files } = await next.recordChange(id, { by: "task", label: "second", steps, isInterrupted: true });
    expect(files).toEqual([{ path: "b.txt", change: "added" }]);
    await next.dispose();
  });

  it("tells how long an operation ran that a kill ended", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "one" });
    const { id } = await temp.store.take("first");
    const end = temp.store.beginChange(id);
    const [path = ""] = journalPaths(temp);
    orphanJournals(temp);
    const last = Date.now() / 1000 - 60;
    utimesSync(path, last, last);
    const next = await temp.open();
    temp.write("a.txt", "by the person, since");
    const { files } = await next.recordChange(id, { by: "task", label: "killed", isInterrupted: true });
    expect(existsSync(openNotePath(storePath(temp), id))).toBe(true);
    expect(files).toEqual([]);
    end();
    await next.dispose();
  });

  it("survives another process pruning as much as possible", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "one", "sub/b.txt": "b" });
    const ids = await changeThreeTimes(temp);
    const other = await temp.open();
    await other.prune({ keep: 1 });
    await other.dispose();
    await changeThreeTimes(temp);
    expect(fsck(temp)).toBe("");
    const last = (await temp.store.list()).at(-1)?.id ?? "";
    expect((await temp.store.diff(ids.at(-1) ?? "", last)).files).toEqual([]);
  });

  it("is unpacked before git runs, and when it grows large", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "one" });
    await temp.store.take("first");
    for (let index = 0; index < 120; index += 1) {
      temp.write("a.txt", `${index} `.repeat(16_000));
      await temp.store.take(String(index), { paths: ["a.txt"] });
    }
    const [path = ""] = journalPaths(temp);
    expect(readFileSync(path).length).toBeLessThan(6 * 1024 * 1024);
    expect(await temp.store.list()).toHaveLength(121);
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(1);
    expect(fsck(temp)).toBe("");
  });
});
