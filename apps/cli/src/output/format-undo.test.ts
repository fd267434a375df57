import type { UndoDone, UndoneSteps } from "@roo-code/host/undo";
import { describe, expect, it } from "vitest";
import { formatUndo } from "./format-undo.ts";

const nothing: UndoneSteps = {
  restored: [],
  removed: [],
  merged: [],
  replaced: [],
  conflicts: [],
  kept: [],
  steps: [{ seq: 4, at: "", callId: "c", label: "apply_diff app.js", changes: [], isOpen: false }],
  label: { kind: "undo", toSeq: 4 },
};
const shown = { taskId: "task", isDryRun: false, requested: 1, isNamed: false };
const conflicts = [{ path: "app.js", reason: "someone else has changed the same lines since", canTake: true }];

describe("the output of an undo", () => {
  it("says that nothing was undone if every file has a conflict, why, and what to do", () => {
    const text = formatUndo({ ...nothing, conflicts }, shown).split("\n");
    expect(text.slice(0, 3)).toEqual([
      "Nothing was undone. Task task",
      "  4  apply_diff app.js",
      "left app.js: someone else has changed the same lines since",
    ]);
    expect(text[3]).toContain("--take before app.js");
    const dry = formatUndo({ ...nothing, conflicts }, { ...shown, isDryRun: true });
    expect(dry).toMatch(/^Nothing would be undone\. /);
  });

  it("says that a file was kept, and that the step counts as undone", () => {
    expect(formatUndo({ ...nothing, kept: ["app.js"] }, shown)).toBe(
      "Kept your app.js; the step counts as undone.\n  4  apply_diff app.js",
    );
    const { steps: _, ...whole } = nothing;
    const redone: UndoDone = { ...whole, kept: ["app.js"], label: { kind: "redo", toSeq: 9 } };
    expect(formatUndo(redone, shown)).toBe("Kept your app.js; the undo counts as redone.");
  });

  it("says that a whole file was restored, and how to bring the other changes back", () => {
    const done = { ...nothing, restored: ["app.js"], replaced: ["app.js"] };
    expect(formatUndo(done, shown)).toContain(
      "\napp.js was restored completely, without the other changes in it: roo undo --redo brings those back, too.",
    );
    expect(formatUndo({ ...nothing, conflicts }, shown)).toContain(
      "--take before app.js restores the whole file and drops the other changes in it (roo undo --redo",
    );
  });

  it("starts with what was undone if only some files have conflicts", () => {
    const text = formatUndo({ ...nothing, restored: ["b.js"], kept: ["c.js"], conflicts }, shown);
    expect(text).toMatch(/^Undid 1 step of task task\n/);
    expect(text).toContain("\nkept your c.js\n");
  });
});
