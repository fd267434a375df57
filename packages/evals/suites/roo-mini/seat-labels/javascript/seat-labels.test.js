import assert from "node:assert/strict";
import { test } from "node:test";
import { label, seat } from "./seat-labels.js";

test("seats of the first row", () => {
  assert.deepEqual([label(0, 10), label(3, 10), label(9, 10)], ["A1", "A4", "A10"]);
});

test("the next row begins again", () => {
  assert.deepEqual([label(10, 10), label(25, 10), label(259, 10)], ["B1", "C6", "Z10"]);
});

test("rows after Z have two letters", () => {
  assert.deepEqual([label(26, 1), label(51, 1), label(52, 1), label(701, 1)], ["AA1", "AZ1", "BA1", "ZZ1"]);
});

test("rows after ZZ have three", () => {
  assert.deepEqual([label(702, 1), label(18277, 1), label(18278, 1)], ["AAA1", "ZZZ1", "AAAA1"]);
});

test("labels back to seats", () => {
  assert.deepEqual([seat("A1", 10), seat("C6", 10), seat("AA1", 10), seat("ZZ5", 7)], [0, 25, 260, 4911]);
});

test("what is not a label", () => {
  for (const text of ["", "A", "7", "a1", "A0", "A01", "1A", "A-1", "A 1", "A1 ", "A1B", "A1\n", "Ä1", "A\u0661"])
    assert.throws(() => seat(text, 10), RangeError, JSON.stringify(text));
});

test("a seat that the row does not have", () => {
  assert.equal(seat("B4", 4), 7);
  assert.throws(() => seat("B5", 4), RangeError);
});

test("widths and seats that cannot be", () => {
  assert.throws(() => label(0, 0), RangeError);
  assert.throws(() => label(-1, 5), RangeError);
  assert.throws(() => seat("A1", 0), RangeError);
  assert.throws(() => seat("A1", -3), RangeError);
});

test("there and back", () => {
  for (let number = 0; number < 2_000_000; number += 1999) {
    const width = (number % 59) + 1;
    assert.equal(seat(label(number, width), width), number);
  }
});

test("no two seats share a label", () => {
  const labels = new Set(Array.from({ length: 5000 }, (_, number) => label(number, 3)));
  assert.equal(labels.size, 5000);
});
