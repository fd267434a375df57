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
  const settled = (state) => ({
    ...asked(() => settle(value, state), true),
    not: asked(() => settle(value, state), false),
  });
  return Object.freeze({
    ...asked(() => value, true),
    not: Object.freeze(asked(() => value, false)),
    resolves: Object.freeze(settled("fulfilled")),
    rejects: Object.freeze(settled("rejected")),
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

/** The matchers on a value that is there, or that comes. */
function asked(get, isWanted) {
  const check = (name, value, wanted) => {
    if (matchers[name](value, ...wanted) === isWanted) return;
    const words = [
      inspect(value, { depth: 4 }),
      isWanted ? "" : "not ",
      name,
      wanted.map((each) => inspect(each, { depth: 4 })).join(", "),
    ];
    throw new AssertionError({ message: `expected ${words[0]} ${words[1]}${words[2]} ${words[3]}` });
  };
  return Object.fromEntries(
    Object.keys(matchers).map((name) => [
      name,
      (...wanted) => {
        const value = get();
        return value instanceof Settling
          ? value.promise.then((outcome) => check(name, outcome, wanted))
          : check(name, value, wanted);
      },
    ]),
  );
}

class Settling {
  constructor(promise) {
    this.promise = promise;
  }
}

function settle(value, state) {
  const promise = Promise.resolve(typeof value === "function" ? value() : value).then(
    (outcome) => ({ state: "fulfilled", outcome }),
    (outcome) => ({ state: "rejected", outcome }),
  );
  return new Settling(
    promise.then((end) => {
      if (end.state !== state)
        throw new AssertionError({
          message: `expected a promise to be ${state}, it was ${end.state}: ${inspect(end.outcome)}`,
        });
      return end.outcome;
    }),
  );
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
