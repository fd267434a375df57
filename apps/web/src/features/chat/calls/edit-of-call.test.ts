import { expect, test } from "vitest";
import { editOfCall } from "./edit-of-call.ts";

const linesOf = (input: unknown, shown?: string) =>
  editOfCall(input, shown).flatMap(({ lines }) => lines.map(({ kind, text, newLine }) => [kind, text, newLine]));

test("shows the diff of the approval request", () => {
  expect(linesOf({}, "--- a\n+++ a\n@@ -4,1 +4,1 @@\n-old\n+new\n")).toEqual([
    ["removed", "old", undefined],
    ["added", "new", 4],
  ]);
});

test("search and replace blocks have no line numbers", () => {
  const diff = "<<<<<<< SEARCH\n:start_line:3\n-------\nold\n=======\nnew\n>>>>>>> REPLACE";
  expect(linesOf({ path: "a", diff })).toEqual([
    ["removed", "old", undefined],
    ["added", "new", undefined],
  ]);
});

test("a written file is shown as all new", () => {
  expect(linesOf({ path: "a", content: "one\ntwo\n" })).toEqual([
    ["added", "one", 1],
    ["added", "two", 2],
  ]);
});

test("shows nothing for a call without a change", () => {
  expect(linesOf({ path: "a" })).toEqual([]);
});
