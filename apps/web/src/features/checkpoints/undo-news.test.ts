import { expect, it } from "vitest";
import { undoNews } from "./undo-news.ts";

const nothing = { restored: [], removed: [], merged: [], returned: [], conflicts: [], kept: [], rewoundTo: null };

it("an undo tells what was taken back, what came back, and what was left", () => {
  const conflicts = [{ path: "c", reason: "changed" }];
  expect([
    undoNews({ ...nothing, restored: ["a"] }),
    undoNews({ ...nothing, restored: ["app.js"], returned: ["app.js"] }),
    undoNews({ ...nothing, restored: ["a", "b", "c"], removed: ["d"], returned: ["c", "d"] }),
    undoNews({ ...nothing, kept: ["a"] }),
    undoNews({ ...nothing, conflicts }),
  ]).toEqual([
    "1 file was taken back.",
    "app.js came back as the task left it.",
    "2 files were taken back. 2 files came back as the task left them.",
    "1 file stays as you have it.",
    "Nothing was taken back. 1 file was changed since and left as is.",
  ]);
});
