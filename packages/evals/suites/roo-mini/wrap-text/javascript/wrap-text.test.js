import assert from "node:assert/strict";
import { test } from "node:test";
import { wrap } from "./wrap-text.js";

test("nothing", () => {
  assert.deepEqual(wrap("", 10), []);
  assert.deepEqual(wrap(" \n\t\n ", 10), []);
});

test("what fits is one line", () => {
  assert.deepEqual(wrap("one two", 7), ["one two"]);
});

test("as many words as fit", () => {
  assert.deepEqual(wrap("the quick brown fox jumps", 10), ["the quick", "brown fox", "jumps"]);
});

test("any space separates words", () => {
  assert.deepEqual(wrap("  a\tb \n c  ", 10), ["a b c"]);
});

test("a long word is cut", () => {
  assert.deepEqual(wrap("an extraordinary day", 6), ["an", "extrao", "rdinar", "y day"]);
  assert.deepEqual(wrap("abcdef", 3), ["abc", "def"]);
});

test("paragraphs", () => {
  assert.deepEqual(wrap("a\nb\n\n \t\n\nc\n\n", 9), ["a b", "", "c"]);
});

test("items", () => {
  assert.deepEqual(wrap("To do:\n- buy bread and milk\n- sleep", 12), [
    "To do:",
    "- buy bread",
    "  and milk",
    "- sleep",
  ]);
});

test("a line after an item goes on with it", () => {
  assert.deepEqual(wrap("- one\ntwo\n- three", 20), ["- one two", "- three"]);
});

test("an item ends with its paragraph", () => {
  assert.deepEqual(wrap("- one\n\ntwo", 20), ["- one", "", "two"]);
});

test("long words in items", () => {
  assert.deepEqual(wrap("- abcdefg h", 5), ["- abc", "  def", "  g h"]);
});

test("dashes elsewhere are words", () => {
  assert.deepEqual(wrap("a - b -c\n-d\n - e", 30), ["a - b -c -d - e"]);
});

test("items without words", () => {
  assert.deepEqual(wrap("- \n-  \n- x", 10), ["- x"]);
});

test("widths that cannot be", () => {
  for (const width of [2, 0, -5]) assert.throws(() => wrap("a", width), RangeError);
});

test("no line too long and no letter lost", () => {
  let state = 8;
  const random = (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
  for (let round = 0; round < 200; round += 1) {
    const words = Array.from({ length: 1 + random(40) }, () => "x".repeat(1 + random(14)));
    const text = words.map((word) => word + [" ", "  ", "\n", "\t"][random(4)]).join("");
    const width = 3 + random(18);
    const lines = wrap(text, width);
    for (const [index, line] of lines.entries()) {
      assert.ok(line.length > 0 && line.length <= width && line === line.trim());
      const first = (lines[index + 1] ?? "").split(" ")[0];
      assert.ok(index === lines.length - 1 || line.length + 1 + first.length > width || first.length === width);
    }
    assert.equal(lines.join("").replaceAll(" ", ""), words.join(""));
  }
});
