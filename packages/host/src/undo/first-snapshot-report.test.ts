import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { FirstSnapshotReport, type SnapshotNotice, unsavedNotice } from "./first-snapshot-report.ts";

function createReport() {
  const clock = new FakeClock();
  const notices: SnapshotNotice[] = [];
  const shown: string[] = [];
  const report = new FirstSnapshotReport({
    clock,
    notify: (notice) => notices.push(notice),
    showProgress: (text) => shown.push(text),
  });
  return { clock, notices, shown, report };
}

it("shows how far a long first snapshot is, every few seconds, and that it is done", async () => {
  const { clock, notices, shown, report } = createReport();
  report.start();
  report.start();
  report.knowsSize({ files: 200_000, bytes: 2 ** 28 });
  await clock.advance(1_000);
  for (const saved of [5_000, 10_000, 15_000, 20_000]) {
    report.hasSaved({ saved, total: 200_000 });
    await clock.advance(3_000);
  }
  report.end();
  expect(notices.map(({ code }) => code)).toEqual(["snapshot_takes_long"]);
  expect(shown).toEqual([
    "Saving the folder's files for undo: 5,000 of 200,000 files",
    "Saving the folder's files for undo: 15,000 of 200,000 files",
    "",
  ]);
});

it("says nothing about one that is complete at once", async () => {
  const { clock, notices, shown, report } = createReport();
  report.start();
  report.knowsSize({ files: 2, bytes: 10 });
  report.end();
  await clock.advance(10_000);
  expect([notices, shown]).toEqual([[], []]);
});

it("says of each call what cannot be undone", () => {
  const { notices, report } = createReport();
  report.reportPending();
  report.hasSaved({ saved: 1_000, total: 9_000 });
  report.reportPending();
  expect(notices.map(({ message }) => message)).toEqual([
    expect.stringContaining("is not complete, and this call"),
    expect.stringContaining("is not complete (1,000 of 9,000 files), and this call"),
  ]);
  const many = unsavedNotice(["a", "b", "c", "d", "e", "f", "g"]);
  expect(many.message).toContain("cannot be restored: a, b, c, d, e and 2 more.");
  expect(unsavedNotice("unknown").message).toContain("which files it changed is not known");
});
