import { expect, it } from "vitest";
import { describeUndo } from "./describe-undo.ts";

const nothing = { restored: [], removed: [], merged: [], returned: [], conflicts: [], kept: [], rewoundTo: null };

it("describes what was undone, what was restored, and what was left alone", () => {
  const conflicts = [{ path: "c", reason: "changed" }];
  expect([
    describeUndo({ ...nothing, restored: ["a"] }),
    describeUndo({ ...nothing, restored: ["app.js"], returned: ["app.js"] }),
    describeUndo({ ...nothing, restored: ["a", "b", "c"], removed: ["d"], returned: ["c", "d"] }),
    describeUndo({ ...nothing, kept: ["a"] }),
    describeUndo({ ...nothing, conflicts }),
  ]).toEqual([
    "1 file was undone.",
    "app.js was restored to the task's version.",
    "2 files were undone. 2 files were restored to the task's version.",
    "1 file was kept as you have it.",
    "Nothing was undone. 1 file was changed since and left alone.",
  ]);
});
