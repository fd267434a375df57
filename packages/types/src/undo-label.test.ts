import { expect, it } from "vitest";
import type { EventDraft, TaskEvent } from "./event.ts";
import { describeLabel, type UndoLabel, undoLabel } from "./undo-label.ts";

const step = (label: string): EventDraft => ({
  type: "snapshot.added",
  callId: label,
  snapshot: "s1-000000",
  label,
  skipped: 0,
});
const undone = (label: UndoLabel, ...paths: string[]): EventDraft => ({
  type: "change.added",
  label: undoLabel(label),
  changes: [],
  files: paths.map((path) => ({ path, change: "changed" })),
});

function labels(...drafts: EventDraft[]): string[] {
  const events: TaskEvent[] = drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: "" }));
  return events.flatMap((event) =>
    event.type === "snapshot.added" || event.type === "change.added" ? [describeLabel(event, events)] : [],
  );
}

it("describes an undo by what it did, not by event numbers", () => {
  expect(
    labels(
      step("execute_command node app.js"),
      step("write_to_file b.js"),
      undone({ kind: "undo", toSeq: 2 }, "b.js"),
      undone({ kind: "redo", toSeq: 3 }, "b.js"),
      undone({ kind: "restore", toSeq: 1 }, "app.js", "b.js"),
      undone({ kind: "redo", toSeq: 5 }, "app.js", "b.js"),
      undone({ kind: "restore", toSeq: 1, paths: ["app.js"] }, "app.js"),
      undone({ kind: "restore", toSeq: 7 }, "app.js"),
      undone({ kind: "undo", toSeq: 1 }, "a", "b", "c", "d", "e"),
      undone({ kind: "undo", toSeq: 2 }),
    ),
  ).toEqual([
    "execute_command node app.js",
    "write_to_file b.js",
    "Undid b.js",
    "Redid b.js",
    "Restored to before `node app.js`",
    "Redid `node app.js` and what followed",
    "Undid app.js",
    "Restored to before “Undid app.js”",
    "Undid a, b, c and 2 more",
    "Undid `write_to_file b.js`",
  ]);
});

it("keeps a step's label, even if it looks like an undo", () => {
  expect(labels(step("restore to 1"))).toEqual(["restore to 1"]);
});
