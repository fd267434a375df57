import assert from "node:assert/strict";
import { test } from "node:test";
import { compact, expand } from "./number-ranges.js";

test("numbers that follow one another become a range", () => {
  assert.equal(compact([1, 2, 3, 4, 7, 9, 10]), "1-4,7,9,10");
});

test("order and repetition do not matter", () => {
  assert.equal(compact([3, 1, 2, 3, 1, 10, 11, 12]), "1-3,10-12");
});

test("nothing is an empty text", () => {
  assert.equal(compact([]), "");
  assert.deepEqual(expand(""), []);
  assert.deepEqual(expand("   "), []);
});

test("negative numbers", () => {
  assert.equal(compact([-1, -3, -2, 5]), "-3--1,5");
  assert.equal(compact([-1, 0, 1]), "-1-1");
  assert.deepEqual(expand("-3--1,5"), [-3, -2, -1, 5]);
});

test("expanding", () => {
  assert.deepEqual(expand("1-4,7,9,10"), [1, 2, 3, 4, 7, 9, 10]);
});

test("parts in any order that overlap", () => {
  assert.deepEqual(expand("8,2-5,4-6,5-5"), [2, 3, 4, 5, 6, 8]);
});

test("spaces around parts", () => {
  assert.deepEqual(expand(" 1-2 , 4 "), [1, 2, 4]);
});

test("what is no list of ranges", () => {
  const texts = ["a", "1,,2", ",", "1,", "4-1", "-1--3", "+1", "1-", "-", "1 - 2", "1 2", "1-2-3", "1.5", "\u0661"];
  for (const text of texts) assert.throws(() => expand(text), SyntaxError, text);
});

/** Numbers that look random and are the same each time. */
function someNumbers(seed, count, span) {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return (Math.floor(state / 65536) % span) - Math.floor(span / 2);
  });
}

test("there and back", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const numbers = someNumbers(seed, seed % 31, 41);
    assert.deepEqual(
      expand(compact(numbers)),
      [...new Set(numbers)].sort((one, other) => one - other),
    );
  }
});

test("no shorter text is missed", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const numbers = new Set(someNumbers(seed, 25, 41).map((number) => number + 100));
    const neighbours = [...numbers].filter((number) => numbers.has(number - 1) && numbers.has(number + 1)).length;
    assert.equal(compact([...numbers]).split(/[-,]/).length, numbers.size - neighbours);
  }
});
