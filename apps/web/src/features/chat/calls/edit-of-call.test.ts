import { expect, test } from "vitest";
import { editOfCall } from "./edit-of-call.ts";

const linesOf = (input: unknown, shown?: string) =>
  editOfCall(input, shown).flatMap(({ lines }) => lines.map(({ kind, text, newLine }) => [kind, text, newLine]));

test("the diff that a person saw is shown as it was", () => {
  expect(linesOf({}, "--- a\n+++ a\n@@ -4,1 +4,1 @@\n-old\n+new\n")).toEqual([
    ["removed", "old", undefined],
    ["added", "new", 4],
  ]);
});

test("blocks of search and replace have no line numbers, which nobody knows", () => {
  const diff = "<<<<<<< SEARCH\n:start_line:3\n-------\nold\n=======\nnew\n>>>>>>> REPLACE";
  expect(linesOf({ path: "a", diff })).toEqual([
    ["removed", "old", undefined],
    ["added", "new", undefined],
  ]);
});

test("a whole file is all new", () => {
  expect(linesOf({ path: "a", content: "one\ntwo\n" })).toEqual([
    ["added", "one", 1],
    ["added", "two", 2],
  ]);
});

test("what names no change shows none", () => {
  expect(linesOf({ path: "a" })).toEqual([]);
});
