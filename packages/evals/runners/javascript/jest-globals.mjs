// Jest's functions for declaring tests, on Node's test runner. Nothing is skipped: tests that are disabled for learners are graded as well.

import * as runner from "node:test";
import { format } from "node:util";
import { expect } from "./expect.mjs";
import { fn, spyOn } from "./mock-function.mjs";

const test = declarer(runner.test, asTest);
const it = test;
const describe = declarer(runner.describe, (body) => body);
const { beforeEach, afterEach, before: beforeAll, after: afterAll } = hooks();
const jest = Object.freeze({ fn, spyOn, setTimeout() {}, useFakeTimers() {}, useRealTimers() {} });

export {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  describe as fdescribe,
  describe as xdescribe,
  expect,
  it,
  it as fit,
  it as xit,
  jest,
  test,
  test as xtest,
};

/** `test(name, body, timeout)`, with `test.each(rows)(name, body)`; `skip` and `only` change nothing. */
function declarer(declare, adapt) {
  const call = (name, body) => declare(String(name), adapt(body));
  call.each = each(call);
  call.skip = call;
  call.only = call;
  call.todo = () => {};
  call.concurrent = call;
  return Object.freeze(call);
}

function each(call) {
  return (rows) => (name, body) => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      call(format(name, ...values), (...more) => body(...values, ...more));
    }
  };
}

/** A test with a parameter gets a callback, and calls it at its end. */
function asTest(body) {
  return body.length === 0
    ? () => body()
    : () =>
        new Promise((resolve, reject) => {
          const done = (error) => (error === undefined ? resolve() : reject(error));
          done.fail = (reason) => reject(reason instanceof Error ? reason : new Error(String(reason)));
          Promise.resolve(body(done)).catch(reject);
        });
}

function hooks() {
  const names = ["beforeEach", "afterEach", "before", "after"];
  return Object.fromEntries(names.map((name) => [name, (body) => runner[name](asTest(body))]));
}
