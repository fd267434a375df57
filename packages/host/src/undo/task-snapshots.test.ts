import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@roo-code/providers";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { Clock, Settings } from "@roo-code/types";
import { openSnapshots } from "@roo-code/workspace";
import { expect, it } from "vitest";
import { taskSnapshots } from "./task-snapshots.ts";

interface Notice {
  readonly code: string;
  readonly message: string;
}

function snapshotsOf(temp: TempWorkspace, more: { settings?: Settings; path?: string; clock?: Clock } = {}) {
  const notices: Notice[] = [];
  const home = join(temp.root, ".home");
  const snapshots = taskSnapshots({
    taskId: "task",
    home,
    workspace: temp.root,
    clock: systemClock,
    settings: {},
    ...more,
    notify: (notice) => notices.push(notice),
  });
  return { snapshots, notices, home };
}

it("creates nothing before the first snapshot, and nothing at all when disabled", async () => {
  await using temp = createTempWorkspace({ a: "a" });
  const { snapshots, home } = snapshotsOf(temp);
  await snapshots.dispose();
  const off = snapshotsOf(temp, { settings: { snapshots: false } });
  const nothing = { changes: [], files: [] };
  expect(await off.snapshots.take("x")).toBeUndefined();
  expect(await off.snapshots.recordChange("s1-000000", { label: "x" })).toEqual(nothing);
  expect([existsSync(home), off.notices]).toEqual([false, []]);
});

it("saves files and records later changes", async () => {
  await using temp = createTempWorkspace({ a: "a", b: "b" });
  const { snapshots, notices } = snapshotsOf(temp);
  const first = await snapshots.take("first");
  temp.write("a", "changed");
  temp.write("c", "new");
  expect(first).toMatchObject({ label: "first", files: 2 });
  const { changes, files } = await snapshots.recordChange(first?.id ?? "", { label: "first" });
  expect([changes.length, files]).toEqual([
    1,
    [
      { path: "a", change: "changed" },
      { path: "c", change: "added" },
    ],
  ]);
  expect(await snapshots.take("second")).toMatchObject({ files: 3 });
  await snapshots.dispose();
  await snapshots.dispose();
  expect(notices).toEqual([]);
});

it("reports the size of a first snapshot that takes long", async () => {
  await using temp = createTempWorkspace({ a: "a", b: "b".repeat(2 ** 21) });
  const clock: Clock = {
    ...systemClock,
    // A second is over at once.
    sleep: async (ms, signal) => (ms === 1000 ? undefined : systemClock.sleep(ms, signal)),
  };
  const { snapshots, notices } = snapshotsOf(temp, { clock });
  for (const label of ["first", "second"]) expect(await snapshots.take(label)).toMatchObject({ label });
  await snapshots.dispose();
  const message =
    "Saving the folder's files in the background, so that changes can be undone: 2 files, 3 MB. Later only changed files are saved.";
  expect(notices).toEqual([{ code: "snapshot_takes_long", message }]);
});

it("reports once why there is no undo, and does not fail", async () => {
  await using temp = createTempWorkspace({ a: "a" });
  const { snapshots, notices } = snapshotsOf(temp, { path: temp.root });
  for (const label of ["first", "second"]) expect(await snapshots.take(label)).toBeUndefined();
  await snapshots.dispose();
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ code: "git_not_found" });
  expect(notices[0]?.message).toContain("no git program on the PATH");
});

it("saves again once the obstacle is removed", async () => {
  await using temp = createTempWorkspace({ a: "a" });
  const { snapshots, notices, home } = snapshotsOf(temp);
  writeFileSync(home, "in the way");
  expect(await snapshots.take("first")).toBeUndefined();
  expect(notices).toMatchObject([{ code: "snapshot_failed" }]);
  const { rmSync } = await import("node:fs");
  rmSync(home);
  expect(await snapshots.take("second")).toMatchObject({ label: "second" });
  await snapshots.dispose();
});

it("reports an interrupted undo", async () => {
  await using temp = createTempWorkspace({ a: "a" });
  const { snapshots, notices, home } = snapshotsOf(temp);
  const other = await openSnapshots({ workspace: temp.root, home, clock: systemClock });
  const { id } = await other.take("x");
  const [folder = ""] = readdirSync(join(home, "snapshots"));
  writeFileSync(join(home, "snapshots", folder, "restore.json"), JSON.stringify({ id, before: id }));
  await snapshots.take("first");
  await snapshots.take("second");
  expect(notices).toMatchObject([{ code: "restore_cut_short" }]);
  await snapshots.dispose();
});

/** Waits for pruning without a limit. */
const patientClock: Clock = { ...systemClock, sleep: () => new Promise(() => undefined) };

it("prunes snapshots beyond the settings at the end of a run", async () => {
  await using temp = createTempWorkspace({ a: "a" });
  const old = snapshotsOf(temp);
  await old.snapshots.take("old");
  await old.snapshots.dispose();
  const store = await openSnapshots({ workspace: temp.root, home: old.home, clock: systemClock });
  const ids = async () => (await store.list()).map(({ label }) => label);
  const [folder = ""] = readdirSync(join(old.home, "snapshots"));
  const refs = join(old.home, "snapshots", folder, "refs", "snapshots");
  for (const name of readdirSync(refs)) utimesSync(join(refs, name), new Date(0), new Date(0));
  const run = async (settings: Settings, label: string) => {
    const { snapshots } = snapshotsOf(temp, { settings, clock: patientClock });
    await snapshots.take(label);
    await snapshots.dispose();
  };
  await run({ snapshotMaxAge: 30 }, "young");
  // The file time is only a hint; the snapshot's own time decides.
  expect(await ids()).toEqual(["old", "young"]);
  await run({ snapshotMaxBytes: 1 }, "newest");
  expect(await ids()).toEqual(["newest"]);
});
