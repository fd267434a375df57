import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, renderContents } from "../src/index.js";

test("headings become a tree", () => {
  const tree = outline("# A\ntext\n## B\n## C\n# D");
  assert.deepEqual(
    tree.map(({ text, children }) => [text, children.map((child) => child.text)]),
    [
      ["A", ["B", "C"]],
      ["D", []],
    ],
  );
});

test("the table of contents", () => {
  assert.equal(
    renderContents("# One\n## Two words\n# One"),
    "- [One](#one)\n  - [Two words](#two-words)\n- [One](#one-1)",
  );
});
