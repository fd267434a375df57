// `expect(value).toEqual(…)` as in Jest: the matchers that exercises use.
import { AssertionError } from "node:assert";
import { inspect } from "node:util";
import { equals, includes, isAsymmetric, matchesPart } from "./equality.mjs";

// Taken before a solution is loaded: one that replaces them changes nothing here.
const { is } = Object;
const { isFinite, isNaN } = Number;
const { abs } = Math;

/** Name → whether it holds; and what to say when it does not. */
const matchers = {
  toBe: (value, wanted) => is(value, wanted),
  toEqual: (value, wanted) => equals(value, wanted, { isStrict: false }),
  toStrictEqual: (value, wanted) => equals(value, wanted, { isStrict: true }),
  toMatchObject: (value, wanted) => matchesPart(value, wanted),
  toBeNull: (value) => value === null,
  toBeUndefined: (value) => value === undefined,
  toBeDefined: (value) => value !== undefined,
  toBeTruthy: (value) => Boolean(value),
  toBeFalsy: (value) => !value,
  toBeNaN: (value) => isNaN(value),
  toBeGreaterThan: (value, wanted) => value > wanted,
  toBeGreaterThanOrEqual: (value, wanted) => value >= wanted,
  toBeLessThan: (value, wanted) => value < wanted,
  toBeLessThanOrEqual: (value, wanted) => value <= wanted,
  toBeCloseTo: (value, wanted, digits = 2) =>
    is(value, wanted) || (isFinite(value) && abs(value - wanted) < 10 ** -digits / 2),
  toBeInstanceOf: (value, wanted) => value instanceof wanted,
  toMatch: (value, wanted) =>
    typeof value === "string" && (typeof wanted === "string" ? value.includes(wanted) : wanted.test(value)),
  toContain: (value, wanted) => includes(value, wanted, is),
  toContainEqual: (value, wanted) => includes(value, wanted, (one, other) => equals(one, other, { isStrict: false })),
  toHaveLength: (value, wanted) => value?.length === wanted,
  toHaveProperty: (value, path, ...wanted) => hasProperty(value, path, wanted),
  toThrow: (value, wanted) => throws(value, wanted),
  toThrowError: (value, wanted) => throws(value, wanted),
  toHaveBeenCalled: (value) => value.mock.calls.length > 0,
  toHaveBeenCalledTimes: (value, wanted) => value.mock.calls.length === wanted,
  toHaveBeenCalledWith: (value, ...wanted) =>
    value.mock.calls.some((call) => equals(call, wanted, { isStrict: false })),
  toHaveBeenLastCalledWith: (value, ...wanted) => equals(value.mock.calls.at(-1), wanted, { isStrict: false }),
};

export function expect(value) {
  const settled = (state) => {
    const settling = () => settle(value, state);
    return { ...asked({ settling }, true), not: asked({ settling }, false) };
  };
  return Object.freeze({
    ...asked({ value }, true),
    // Made when they are asked for: tests that check properties call this very often.
    get not() {
      return asked({ value }, false);
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
expect.arrayContaining = (wanted) =>
  asymmetric((value) => wanted.every((item) => matchers.toContainEqual(value, item)));
expect.objectContaining = (wanted) => asymmetric((value) => matchesPart(value, wanted));
expect.stringContaining = (wanted) => asymmetric((value) => matchers.toMatch(value, wanted));
expect.stringMatching = (wanted) => asymmetric((value) => matchers.toMatch(value, wanted));
expect.closeTo = (wanted, digits) => asymmetric((value) => matchers.toBeCloseTo(value, wanted, digits));
expect.assertions = () => {};
expect.hasAssertions = () => {};
Object.freeze(expect);

/** The matchers on a value, or on what a promise comes to. */
function asked({ value, settling }, isWanted) {
  const check = (name, actual, wanted) => {
    if (matchers[name](actual, ...wanted) === isWanted) return;
    const shown = wanted.map((each) => inspect(each, { depth: 4 })).join(", ");
    throw new AssertionError({
      message: `expected ${inspect(actual, { depth: 4 })} ${isWanted ? "" : "not "}${name} ${shown}`,
    });
  };
  const entries = Object.keys(matchers).map((name) => [
    name,
    (...wanted) => (settling ? settling().then((actual) => check(name, actual, wanted)) : check(name, value, wanted)),
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

/** Of a function, when it is called; of what a promise was rejected with, already. */
function throws(value, wanted) {
  let error = value;
  if (typeof value === "function") {
    try {
      value();
      return false;
    } catch (thrown) {
      error = thrown;
    }
  }
  if (wanted === undefined) return true;
  if (typeof wanted === "string") return String(error?.message ?? error).includes(wanted);
  if (wanted instanceof RegExp) return wanted.test(String(error?.message ?? error));
  if (typeof wanted === "function") return error instanceof wanted;
  return isAsymmetric(wanted) ? wanted.asymmetricMatch(error) : error?.message === wanted.message;
}

function hasProperty(value, path, wanted) {
  const names = Array.isArray(path) ? path : String(path).split(".");
  let current = value;
  for (const name of names) {
    if (current === null || current === undefined || !(name in Object(current))) return false;
    current = current[name];
  }
  return wanted.length === 0 || equals(current, wanted[0], { isStrict: false });
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
