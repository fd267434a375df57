import assert from "node:assert/strict";
import { test } from "node:test";
import { fee } from "./parking-fee.js";

const day = 24 * 60;

test("a short stay is free", () => {
  assert.deepEqual([fee(0), fee(1), fee(15)], [0, 0, 0]);
});

test("the first hour is charged whole", () => {
  assert.deepEqual([fee(16), fee(59), fee(60)], [250, 250, 250]);
});

test("an hour counts as soon as it has begun", () => {
  assert.deepEqual([fee(61), fee(120), fee(121)], [500, 500, 750]);
});

test("the day has a limit", () => {
  assert.deepEqual([fee(7 * 60), fee(7 * 60 + 1), fee(12 * 60), fee(day)], [1750, 1800, 1800, 1800]);
});

test("the next day is charged on top", () => {
  assert.deepEqual([fee(day + 1), fee(day + 61), fee(2 * day)], [2050, 2300, 3600]);
});

test("nothing of a later day is free", () => {
  assert.deepEqual([fee(day + 15), fee(3 * day + 1)], [2050, 5650]);
});

test("a negative time is an error", () => {
  assert.throws(() => fee(-1), RangeError);
  assert.throws(() => fee(-day), RangeError);
});

test("staying longer never costs less", () => {
  for (let minutes = 1; minutes < 4 * day; minutes += 1) assert.ok(fee(minutes) >= fee(minutes - 1), `${minutes}`);
});

test("a whole day more costs a day more", () => {
  for (let minutes = 16; minutes < 20 * day; minutes += 37) assert.equal(fee(minutes + day), fee(minutes) + 1800);
});
