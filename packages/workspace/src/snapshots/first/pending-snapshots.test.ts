import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileStep, SnapshotStore } from "@roo-code/types";
import { expect, it, vi } from "vitest";
import { contentVersion } from "../../files/file-version.ts";
import { storeFolder } from "../store-folder.ts";
import { StoreLock } from "../store-lock.ts";
import { createTempSnapshots, describeTree, realClock, type TempSnapshots } from "../temp-snapshots.ts";
import { createGatedGit, type GatedGit } from "./gated-git.ts";

const noWait = { editWaitMs: 0, waitMs: 0, knownWaitMs: 0 };
const isLinux = process.platform === "linux";

/** Files are saved by git, two at a time, in the order of their names, and only when the test lets it. */
async function createPending(files: Record<string, string>, progress: string[] = []) {
  const temp = await createTempSnapshots(files);
  const git = await createGatedGit(join(temp.home, "gate"));
  for (const path of Object.keys(files)) makeOld(temp, path);
  const created = Date.now();
  await vi.waitUntil(() => Date.now() > created + 100);
  const options = {
    smallFiles: 0,
    batchFiles: 2,
    watch: "large" as const,
    path: git.path,
    background: {
      ...noWait,
      onProgress: ({ saved, total }: { saved: number; total: number }) => progress.push(`${saved}/${total}`),
      onEnd: () => progress.push("end"),
    },
  };
  return { temp, git, progress, options, store: await temp.open(options) };
}

function makeOld(temp: TempSnapshots, path: string): void {
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(temp.path(path), hourAgo, hourAgo);
}

/** As a file tool would: takes a snapshot, writes the file, records the change. */
async function edit(temp: TempSnapshots, store: SnapshotStore, path: string, content: string) {
  const earlier = existsSync(temp.path(path)) ? contentVersion(readFileSync(temp.path(path))) : null;
  const before = await store.take(`edit ${path}`, { paths: [path] });
  temp.write(path, content);
  const steps: FileStep[] = [{ path, before: earlier, after: contentVersion(Buffer.from(content)) }];
  return { before, record: await store.recordChange(before.id, { by: "task", label: "edit", steps }) };
}

async function untilComplete({ git, progress }: { git: GatedGit; progress: readonly string[] }): Promise<void> {
  git.allowAll();
  await vi.waitUntil(() => progress.includes("end"), { timeout: 20_000 });
}

it("undoes an edit that was made before the first snapshot was complete", async () => {
  const { temp, git, progress, store } = await createPending({ a: "a", b: "b", "sub/c": "c" });
  await using _ = temp;
  const first = await edit(temp, store, "a", "edited");
  const second = await edit(temp, store, "new/folder/file", "created");
  const excluded = await edit(temp, store, "node_modules/x", "not saved");
  expect([first.before.only, second.before.only, excluded.before.only]).toEqual([["a"], ["new/folder/file"], []]);
  expect([first.record.files, second.record.files, excluded.record]).toEqual([
    [{ path: "a", change: "changed" }],
    [{ path: "new/folder/file", change: "added" }],
    { changes: [], files: [] },
  ]);
  await untilComplete({ git, progress });
  temp.write("b", "the user's");
  await store.undoChanges([...first.record.changes, ...second.record.changes], { by: "task" });
  const left = describeTree(temp.root);
  expect(Object.keys(left)).toEqual(["a", "b", "node_modules/", "node_modules/x", "sub/", "sub/c"]);
  expect([left.a, left.b]).toEqual(["644 a", "644 the user's"]);
});

it.skipIf(!isLinux)("records what a command changed in files saved before it, and names the others", async () => {
  const files = { a: "a", b: "b", c: "c", d: "d", e: "e" };
  const { temp, git, progress, store } = await createPending(files);
  await using _ = temp;
  await edit(temp, store, "e", "edited");
  git.allowOne();
  await vi.waitUntil(() => progress.length > 0 && git.saves() > 1, { timeout: 20_000 });
  temp.write("d", "the user's");
  const before = await store.take("command");
  for (const path of ["a", "c", "d", "e", "new"]) temp.write(path, "by the command");
  rmSync(temp.path("b"));
  const { changes, unsaved, files: changed } = await store.recordChange(before.id, { by: "task", label: "command" });
  expect([progress, unsaved]).toEqual([["2/5"], ["c"]]);
  expect(changed).toEqual([
    { path: "a", change: "changed" },
    { path: "b", change: "deleted" },
    { path: "d", change: "changed" },
    { path: "e", change: "changed" },
    { path: "new", change: "added" },
  ]);
  await untilComplete({ git, progress });
  const complete = await store.take("complete");
  expect([complete.files, complete.only]).toEqual([5, undefined]);
  await store.undoChanges(changes, { by: "task" });
  const left = Object.entries(describeTree(temp.root)).map(([path, text]) => `${path}: ${text.slice(4)}`);
  expect(left).toEqual(["a: a", "b: b", "c: by the command", "d: the user's", "e: edited"]);
});

it("records nothing of a command that ran before any folder was scanned", async () => {
  const { temp, git, progress, store } = await createPending({ a: "a", b: "b", c: "c" });
  await using _ = temp;
  const folder = storeFolder(temp.home, temp.root);
  await store.list();
  const lock = await StoreLock.acquire(folder.path, { clock: realClock, waitMs: 1000 });
  const before = await store.take("command");
  temp.write("a", "by the command");
  const record = await store.recordChange(before.id, { by: "task", label: "command" });
  lock.release();
  expect(record).toEqual({ changes: [], files: [], unsaved: "unknown" });
  await untilComplete({ git, progress });
  expect(await store.diff((await store.take("complete")).id)).toEqual({ files: [], isTruncated: false });
});

it("takes nothing back of a call that was interrupted before the first snapshot was complete", async () => {
  const { temp, options, store } = await createPending({ a: "a", b: "b", c: "c" });
  await using _ = temp;
  const command = await store.take("command");
  temp.write("a", "by the command");
  await store.dispose();
  const next = await temp.open({ ...options, background: undefined, path: undefined });
  const interrupted = { by: "task", label: "command", isInterrupted: true };
  expect(await next.recordChange(command.id, interrupted)).toEqual({ changes: [], files: [], unsaved: "unknown" });
  const { id } = await next.take("later");
  expect(await next.changedFiles(command.id, id)).toEqual([]);
  expect(await next.undoChanges([{ before: command.id, after: id }])).toMatchObject({ restored: [], removed: [] });
});

it("continues where a first snapshot was interrupted", async () => {
  const files = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, name]));
  const { temp, git, progress, options, store } = await createPending(files);
  await using _ = temp;
  await store.take("command");
  git.allowOne();
  await vi.waitUntil(() => progress.length > 0 && git.saves() === 2, { timeout: 20_000 });
  await store.dispose();
  git.allowAll();
  const next = await temp.open({ ...options, background: undefined });
  const { id } = await next.take("complete");
  // Four of six files, two at a time.
  expect(git.saves()).toBe(4);
  for (const path of Object.keys(files)) writeFileSync(temp.path(path), "changed");
  await next.restore(id);
  expect(Object.values(describeTree(temp.root))).toEqual(Object.keys(files).map((name) => `644 ${name}`));
});

it("is complete at once where that takes less time than allowed", async () => {
  await using temp = await createTempSnapshots({ a: "a" });
  const store = await temp.open({ background: { editWaitMs: 60_000, waitMs: 60_000, knownWaitMs: 60_000 } });
  const { label, files, only } = await store.take("edit", { paths: ["a"] });
  expect({ label, files, only }).toEqual({ label: "edit", files: 1, only: undefined });
});
