import assert from "node:assert/strict";
import { test } from "node:test";
import { split } from "./fair-split.js";

test("equal weights", () => {
  assert.deepEqual(split(900, [1, 1, 1]), [300, 300, 300]);
});

test("what is left goes to the first among equals", () => {
  assert.deepEqual(split(1000, [1, 1, 1]), [334, 333, 333]);
  assert.deepEqual(split(1001, [5, 5, 5]), [334, 334, 333]);
});

test("what is left goes to who lost most", () => {
  assert.deepEqual(split(100, [1, 1, 4]), [17, 17, 66]);
  assert.deepEqual(split(101, [50, 30, 20]), [51, 30, 20]);
  assert.deepEqual(split(10, [3, 3, 1]), [4, 4, 2]);
});

test("a weight of nothing gets nothing", () => {
  assert.deepEqual(split(7, [0, 2, 0, 1]), [0, 5, 0, 2]);
});

test("fewer cents than people", () => {
  assert.deepEqual(split(2, [1, 1, 1]), [1, 1, 0]);
  assert.deepEqual(split(0, [3, 4]), [0, 0]);
});

test("a refund mirrors the payment", () => {
  assert.deepEqual(split(-1000, [1, 1, 1]), [-334, -333, -333]);
  assert.deepEqual(split(-10, [3, 3, 1]), [-4, -4, -2]);
  assert.deepEqual(split(-3, [1, 0]), [-3, 0]);
});

test("large amounts", () => {
  assert.deepEqual(split(1_000_000_000, [1_000_000, 999_999]), [500000250, 499999750]);
  assert.deepEqual(split(999_999_999, [1_000_000, 1_000_000]), [500000000, 499999999]);
});

test("what cannot be split", () => {
  for (const weights of [[], [0], [0, 0], [1, -1], [5, -1, 3]])
    assert.throws(() => split(100, weights), RangeError, `${weights}`);
});

test("the weights are left as they are", () => {
  const weights = [1, 3, 2];
  split(10, weights);
  assert.deepEqual(weights, [1, 3, 2]);
});

let state = 6;
function random(below) {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor(state / 65536) % below;
}

test("nothing is lost and nobody is off by a cent", () => {
  for (let round = 0; round < 400; round += 1) {
    const amount = random(20_000) - 10_000;
    const weights = [...Array.from({ length: random(12) }, () => random(50)), 1];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const shares = split(amount, weights);
    assert.equal(
      shares.reduce((sum, share) => sum + share, 0),
      amount,
    );
    shares.forEach((share, index) => assert.ok(Math.abs(share * total - amount * weights[index]) < total));
  }
});

test("more weight never gets less", () => {
  for (let round = 0; round < 400; round += 1) {
    const weights = Array.from({ length: 8 }, () => 1 + random(9));
    const shares = split(random(500), weights);
    for (const [i, light] of weights.entries())
      for (const [j, heavy] of weights.entries()) assert.ok(light >= heavy || shares[i] <= shares[j]);
  }
});
