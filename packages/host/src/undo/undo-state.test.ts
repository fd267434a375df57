import { type EventDraft, parseUndoLabel, type TaskEvent, undoLabel } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldUndos, isUndone } from "./undo-state.ts";

const stamped = (drafts: readonly EventDraft[]): TaskEvent[] =>
  drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: "2030-01-01T00:00:00.000Z" }));
const saved = (label: string, callId?: string): EventDraft => ({
  type: "snapshot.added",
  snapshot: "s1-000000",
  label,
  skipped: 0,
  ...(callId !== undefined && { callId }),
});
const step = saved("write_to_file x", "call");
const undo = (toSeq: number, paths?: readonly string[]) =>
  saved(undoLabel({ kind: "undo", toSeq, ...(paths && { paths }) }));
const restore = (toSeq: number) => saved(undoLabel({ kind: "restore", toSeq }));
const redo = (toSeq: number) => saved(undoLabel({ kind: "redo", toSeq }));
const undone = (...drafts: EventDraft[]) => [...foldUndos(stamped(drafts)).undone.steps];
const redoable = (...drafts: EventDraft[]) => foldUndos(stamped(drafts)).redo.map(({ seq }) => seq);

describe("a label", () => {
  it("is parsed to what it was created from", () => {
    const paths = fc.option(fc.array(fc.string(), { maxLength: 3 }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom("undo" as const, "restore" as const), fc.nat(), paths, (kind, toSeq, some) => {
        const label = { kind, toSeq, ...(some && { paths: some }) };
        expect(parseUndoLabel(undoLabel(label))).toEqual(label);
      }),
      { numRuns: 100 },
    );
    expect(parseUndoLabel(undoLabel({ kind: "redo", toSeq: 7 }))).toEqual({ kind: "redo", toSeq: 7 });
  });

  it.each(["the end of the run", "undo to x", "undo to 3: [1]", "undo to 3: [", "undo the change"])(
    "of another kind is not parsed: %s",
    (label) => expect(parseUndoLabel(label)).toBeUndefined(),
  );
});

describe("undos", () => {
  it("undo all steps since the named one", () => {
    expect(undone(step, step, saved("the end of the run"), undo(2))).toEqual([2]);
    expect(undone(step, step, undo(2), undo(1))).toEqual([2, 1]);
  });

  it("can be redone one by one, newest first, until the task continues", () => {
    const events = [step, step, undo(2), undo(1)];
    expect(redoable(...events)).toEqual([3, 4]);
    expect(undone(...events, redo(4))).toEqual([2]);
    expect(undone(...events, redo(4), redo(3))).toEqual([]);
    expect(redoable(...events, redo(4))).toEqual([3]);
    expect(redoable(...events, step)).toEqual([]);
    expect(undone(...events, step, undo(5))).toEqual([2, 1, 5]);
  });

  it("of some files keep the rest of a step", () => {
    const state = foldUndos(stamped([step, step, undo(2, ["src"]), step]));
    const [first, second, third] = state.steps;
    if (!first || !second || !third) throw new Error("three steps");
    expect(isUndone(state, second, "src/a")).toBe(true);
    expect(isUndone(state, second, "srcs")).toBe(false);
    expect([first, third].map((one) => isUndone(state, one, "src/a"))).toEqual([false, false]);
  });

  it("to an earlier point restore what was undone at that time", () => {
    expect(undone(step, step, saved("the end of the run"), undo(2), restore(3))).toEqual([]);
    expect(undone(step, step, undo(2), step, restore(2))).toEqual([2, 4]);
    expect(undone(step, step, undo(2), step, restore(4))).toEqual([2, 4]);
    expect(undone(step, step, undo(2), restore(3), redo(4))).toEqual([2]);
  });
});
