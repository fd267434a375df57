import assert from "node:assert/strict";
import { test } from "node:test";
import { busiest, gaps } from "./shift-cover.js";

const day = 1440;

test("without shifts the whole day is a gap", () => {
  assert.deepEqual(gaps([]), [[0, day]]);
  assert.deepEqual(busiest([]), { count: 0, minute: 0 });
});

test("a shift leaves gaps on both sides", () => {
  assert.deepEqual(gaps([[480, 960]]), [
    [0, 480],
    [960, day],
  ]);
  assert.deepEqual(busiest([[480, 960]]), { count: 1, minute: 480 });
});

test("a whole day leaves none", () => {
  assert.deepEqual(gaps([[0, day]]), []);
  assert.deepEqual(
    gaps([
      [600, 1200],
      [1200, 600],
    ]),
    [],
  );
});

test("shifts that touch leave no gap and do not overlap", () => {
  const shifts = [
    [600, 700],
    [500, 600],
  ];
  assert.deepEqual(gaps(shifts), [
    [0, 500],
    [700, day],
  ]);
  assert.deepEqual(busiest(shifts), { count: 1, minute: 500 });
});

test("past midnight", () => {
  assert.deepEqual(gaps([[1320, 360]]), [[360, 1320]]);
  assert.deepEqual(
    busiest([
      [1320, 360],
      [300, 400],
    ]),
    { count: 2, minute: 300 },
  );
  assert.deepEqual(busiest([[1320, 360]]), { count: 1, minute: 0 });
});

test("an end at midnight", () => {
  assert.deepEqual(gaps([[1200, 0]]), [[0, 1200]]);
  assert.deepEqual(gaps([[1200, day]]), [[0, 1200]]);
  assert.deepEqual(busiest([[1200, 0]]), { count: 1, minute: 1200 });
});

test("one within another", () => {
  const shifts = [
    [100, 900],
    [200, 300],
    [250, 260],
  ];
  assert.deepEqual(gaps(shifts), [
    [0, 100],
    [900, day],
  ]);
  assert.deepEqual(busiest(shifts), { count: 3, minute: 250 });
});

test("the first of two busy times", () => {
  assert.deepEqual(
    busiest([
      [600, 660],
      [600, 660],
      [60, 120],
      [90, 180],
    ]),
    { count: 2, minute: 90 },
  );
});

test("what is no shift", () => {
  for (const shift of [
    [5, 5],
    [0, 0],
    [-1, 5],
    [day, 5],
    [5, -1],
    [5, day + 1],
  ]) {
    assert.throws(() => gaps([[1, 2], shift]), RangeError, `${shift}`);
    assert.throws(() => busiest([[1, 2], shift]), RangeError, `${shift}`);
  }
});

/** How many are there in each minute, counted the slow way. */
function counts(shifts) {
  const minutes = new Array(day).fill(0);
  for (const [start, end] of shifts) {
    for (let minute = start; minute === start || minute % day !== end % day; minute += 1) minutes[minute % day] += 1;
  }
  return minutes;
}

test("as counted minute by minute", () => {
  let state = 5;
  const random = (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
  for (let round = 0; round < 60; round += 1) {
    const shifts = Array.from({ length: 1 + random(8) }, () => [random(day), random(day + 1)]).filter(
      ([start, end]) => start !== end && end - start !== day,
    );
    const minutes = counts(shifts);
    const most = Math.max(...minutes);
    assert.deepEqual(busiest(shifts), { count: most, minute: minutes.indexOf(most) });
    const found = gaps(shifts);
    minutes.forEach((count, minute) => {
      assert.equal(
        found.some(([start, end]) => start <= minute && minute < end),
        count === 0,
        `${minute}`,
      );
    });
    assert.ok(found.every(([, end]) => found.every(([start]) => start !== end)));
  }
});
