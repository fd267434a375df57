import assert from "node:assert/strict";
import { test } from "node:test";
import { UndoText } from "./undo-text.js";

function type(buffer, position, text) {
  for (const [offset, character] of [...text].entries()) buffer.insert(position + offset, character);
}

/** The texts that undoing everything leads through. */
function undone(buffer) {
  const seen = [];
  while (buffer.undo()) seen.push(buffer.text());
  return seen;
}

test("inserting and deleting", () => {
  const buffer = new UndoText();
  assert.equal(buffer.text(), "");
  buffer.insert(0, "held");
  buffer.insert(2, "llo wor");
  buffer.delete(5, 1);
  assert.equal(buffer.text(), "helloworld");
});

test("undo and redo", () => {
  const buffer = new UndoText();
  buffer.insert(0, "abc");
  buffer.delete(1, 1);
  assert.deepEqual([buffer.undo(), buffer.text()], [true, "abc"]);
  assert.deepEqual([buffer.undo(), buffer.text()], [true, ""]);
  assert.deepEqual([buffer.undo(), buffer.text()], [false, ""]);
  assert.deepEqual([buffer.redo(), buffer.redo(), buffer.text()], [true, true, "ac"]);
  assert.equal(buffer.redo(), false);
});

test("a new step makes the undone forgotten", () => {
  const buffer = new UndoText();
  buffer.insert(0, "one");
  buffer.undo();
  buffer.insert(0, "two");
  assert.equal(buffer.redo(), false);
  buffer.undo();
  assert.equal(buffer.text(), "");
});

test("typing is undone word by word", () => {
  const buffer = new UndoText();
  type(buffer, 0, "ab cd\ne");
  assert.deepEqual(undone(buffer), ["ab cd", "ab", ""]);
  buffer.redo();
  buffer.redo();
  assert.equal(buffer.text(), "ab cd");
});

test("typing elsewhere is another step", () => {
  const buffer = new UndoText();
  type(buffer, 0, "ab");
  type(buffer, 0, "x");
  buffer.undo();
  assert.equal(buffer.text(), "ab");
  type(buffer, 1, "y");
  buffer.undo();
  assert.equal(buffer.text(), "ab");
});

test("longer texts never join", () => {
  const buffer = new UndoText();
  buffer.insert(0, "ab");
  buffer.insert(2, "c");
  buffer.insert(3, "de");
  assert.deepEqual(undone(buffer), ["abc", "ab", ""]);
});

test("what ends a step", () => {
  const interrupts = [(buffer) => buffer.redo(), (buffer) => buffer.save(), (buffer) => buffer.undo() && buffer.redo()];
  for (const interrupt of interrupts) {
    const buffer = new UndoText();
    type(buffer, 0, "a");
    interrupt(buffer);
    type(buffer, 1, "b");
    buffer.undo();
    assert.equal(buffer.text(), "a");
  }
});

test("what does not end a step", () => {
  const buffer = new UndoText();
  type(buffer, 0, "a");
  buffer.insert(0, "");
  buffer.delete(1, 0);
  buffer.isChanged();
  assert.throws(() => buffer.insert(5, "x"), RangeError);
  type(buffer, 1, "b");
  buffer.undo();
  assert.equal(buffer.text(), "");
});

test("nothing is forgotten for nothing", () => {
  const buffer = new UndoText();
  buffer.insert(0, "abc");
  buffer.undo();
  buffer.insert(0, "");
  buffer.delete(0, 0);
  assert.deepEqual([buffer.redo(), buffer.text()], [true, "abc"]);
});

test("errors leave everything as it was", () => {
  const buffer = new UndoText();
  buffer.insert(0, "abc");
  const calls = [
    () => buffer.insert(4, "x"),
    () => buffer.insert(-1, "x"),
    () => buffer.insert(9, ""),
    () => buffer.delete(2, 2),
    () => buffer.delete(-1, 1),
    () => buffer.delete(1, -1),
    () => buffer.delete(4, 0),
  ];
  for (const call of calls) assert.throws(call, RangeError);
  assert.equal(buffer.text(), "abc");
  buffer.undo();
  assert.equal(buffer.text(), "");
});

test("saved and changed", () => {
  const buffer = new UndoText();
  assert.equal(buffer.isChanged(), false);
  buffer.insert(0, "x");
  assert.equal(buffer.isChanged(), true);
  buffer.delete(0, 1);
  assert.equal(buffer.isChanged(), true);
  buffer.undo();
  buffer.save();
  assert.equal(buffer.isChanged(), false);
  buffer.undo();
  assert.equal(buffer.isChanged(), true);
  buffer.redo();
  assert.equal(buffer.isChanged(), false);
});

test("a saved state that was left for good", () => {
  const buffer = new UndoText();
  buffer.insert(0, "ab");
  buffer.save();
  buffer.undo();
  buffer.insert(0, "ab");
  assert.equal(buffer.isChanged(), true);
  buffer.undo();
  assert.equal(buffer.isChanged(), true);
  buffer.save();
  assert.equal(buffer.isChanged(), false);
});

test("as if every state had been kept", () => {
  let state = 11;
  const random = (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
  for (let round = 0; round < 60; round += 1) {
    const buffer = new UndoText();
    let states = [""];
    let at = 0;
    let saved = 0;
    for (let turn = 0; turn < 80; turn += 1) {
      const action = random(6);
      let text = states[at];
      if (action < 2) {
        const position = random(text.length + 1);
        const added = ["ab", "c d", "xyz"][random(3)];
        buffer.insert(position, added);
        text = text.slice(0, position) + added + text.slice(position);
      } else if (action === 2 && text !== "") {
        const position = random(text.length);
        const count = 1 + random(text.length - position);
        buffer.delete(position, count);
        text = text.slice(0, position) + text.slice(position + count);
      } else if (action === 3) {
        assert.equal(buffer.undo(), at > 0);
        at = Math.max(0, at - 1);
      } else if (action === 4) {
        assert.equal(buffer.redo(), at < states.length - 1);
        at = Math.min(states.length - 1, at + 1);
      } else if (action === 5) {
        buffer.save();
        saved = at;
      }
      if (action < 3 && text !== states[at]) {
        if (saved > at) saved = -1;
        states = [...states.slice(0, at + 1), text];
        at += 1;
      }
      assert.deepEqual([buffer.text(), buffer.isChanged()], [states[at], saved !== at]);
    }
  }
});
