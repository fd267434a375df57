// `expect(value).toEqual(…)` as in Jest: the matchers that exercises use.
import { AssertionError } from "node:assert";
import { inspect } from "node:util";
import { equals, includes, isAsymmetric, matchesPart } from "./equality.mjs";

// Read before a solution is loaded, so that replacing them has no effect here.
const { is } = Object;
const { isFinite, isNaN } = Number;
const { abs } = Math;

/** Each matcher returns whether the value meets the expectation. */
const matchers = {
  toBe: (value, expected) => is(value, expected),
  toEqual: (value, expected) => equals(value, expected, { isStrict: false }),
  toStrictEqual: (value, expected) => equals(value, expected, { isStrict: true }),
  toMatchObject: (value, expected) => matchesPart(value, expected),
  toBeNull: (value) => value === null,
  toBeUndefined: (value) => value === undefined,
  toBeDefined: (value) => value !== undefined,
  toBeTruthy: (value) => Boolean(value),
  toBeFalsy: (value) => !value,
  toBeNaN: (value) => isNaN(value),
  toBeGreaterThan: (value, expected) => value > expected,
  toBeGreaterThanOrEqual: (value, expected) => value >= expected,
  toBeLessThan: (value, expected) => value < expected,
  toBeLessThanOrEqual: (value, expected) => value <= expected,
  toBeCloseTo: (value, expected, digits = 2) =>
    is(value, expected) || (isFinite(value) && abs(value - expected) < 10 ** -digits / 2),
  toBeInstanceOf: (value, expected) => value instanceof expected,
  toMatch: (value, expected) =>
    typeof value === "string" && (typeof expected === "string" ? value.includes(expected) : expected.test(value)),
  toContain: (value, expected) => includes(value, expected, is),
  toContainEqual: (value, expected) =>
    includes(value, expected, (one, other) => equals(one, other, { isStrict: false })),
  toHaveLength: (value, expected) => value?.length === expected,
  toHaveProperty: (value, path, ...expected) => hasProperty(value, path, expected),
  toThrow: (value, expected) => throws(value, expected),
  toThrowError: (value, expected) => throws(value, expected),
  toHaveBeenCalled: (value) => value.mock.calls.length > 0,
  toHaveBeenCalledTimes: (value, expected) => value.mock.calls.length === expected,
  toHaveBeenCalledWith: (value, ...expected) =>
    value.mock.calls.some((call) => equals(call, expected, { isStrict: false })),
  toHaveBeenLastCalledWith: (value, ...expected) => equals(value.mock.calls.at(-1), expected, { isStrict: false }),
};

export function expect(value) {
  const settled = (state) => {
    const getActual = () => settle(value, state);
    return { ...matchersFor({ getActual }, true), not: matchersFor({ getActual }, false) };
  };
  return Object.freeze({
    ...matchersFor({ value }, true),
    // Created on first use: property tests call `expect` very often.
    get not() {
      return matchersFor({ value }, false);
    },
    get resolves() {
      return settled("fulfilled");
    },
    get rejects() {
      return settled("rejected");
    },
  });
}

expect.any = (type) => asymmetric((value) => isOfType(value, type));
expect.anything = () => asymmetric((value) => value !== null && value !== undefined);
expect.arrayContaining = (expected) =>
  asymmetric((value) => expected.every((item) => matchers.toContainEqual(value, item)));
expect.objectContaining = (expected) => asymmetric((value) => matchesPart(value, expected));
expect.stringContaining = (expected) => asymmetric((value) => matchers.toMatch(value, expected));
expect.stringMatching = (expected) => asymmetric((value) => matchers.toMatch(value, expected));
expect.closeTo = (expected, digits) => asymmetric((value) => matchers.toBeCloseTo(value, expected, digits));
expect.assertions = () => {};
expect.hasAssertions = () => {};
Object.freeze(expect);

/** The matchers for a value, or for the result of a promise. */
function matchersFor({ value, getActual }, isExpected) {
  const check = (name, actual, expected) => {
    if (matchers[name](actual, ...expected) === isExpected) return;
    const shown = expected.map((each) => inspect(each, { depth: 4 })).join(", ");
    throw new AssertionError({
      message: `expected ${inspect(actual, { depth: 4 })} ${isExpected ? "" : "not "}${name} ${shown}`,
    });
  };
  const entries = Object.keys(matchers).map((name) => [
    name,
    (...expected) =>
      getActual ? getActual().then((actual) => check(name, actual, expected)) : check(name, value, expected),
  ]);
  return Object.freeze(Object.fromEntries(entries));
}

async function settle(value, state) {
  const promise = typeof value === "function" ? value() : value;
  const [actual] = await Promise.allSettled([promise]);
  const outcome = actual.status === "fulfilled" ? actual.value : actual.reason;
  if (actual.status === state) return outcome;
  throw new AssertionError({
    message: `expected a promise to be ${state}, it was ${actual.status}: ${inspect(outcome)}`,
  });
}

/** For a function, whether calling it throws; otherwise the value is the error of a rejected promise. */
function throws(value, expected) {
  let error = value;
  if (typeof value === "function") {
    try {
      value();
      return false;
    } catch (thrown) {
      error = thrown;
    }
  }
  if (expected === undefined) return true;
  if (typeof expected === "string") return String(error?.message ?? error).includes(expected);
  if (expected instanceof RegExp) return expected.test(String(error?.message ?? error));
  if (typeof expected === "function") return error instanceof expected;
  return isAsymmetric(expected) ? expected.asymmetricMatch(error) : error?.message === expected.message;
}

function hasProperty(value, path, expected) {
  const names = Array.isArray(path) ? path : String(path).split(".");
  let current = value;
  for (const name of names) {
    if (current === null || current === undefined || !(name in Object(current))) return false;
    current = current[name];
  }
  return expected.length === 0 || equals(current, expected[0], { isStrict: false });
}

function isOfType(value, type) {
  const primitives = new Map([
    [String, "string"],
    [Number, "number"],
    [Boolean, "boolean"],
    [Function, "function"],
    [BigInt, "bigint"],
    [Symbol, "symbol"],
  ]);
  return primitives.has(type)
    ? typeof value === primitives.get(type)
    : type === Object
      ? typeof value === "object"
      : value instanceof type;
}

function asymmetric(asymmetricMatch) {
  return Object.freeze({ asymmetricMatch, $$typeof: Symbol.for("jest.asymmetricMatcher") });
}
