// Deep equality as in Jest: by content, in any order of keys; strict equality also compares classes, holes and undefined keys.
const { is, keys, getPrototypeOf, getOwnPropertySymbols } = Object;
const { isArray } = Array;
const { toString } = Object.prototype;
const { call } = Function.prototype;
const tagOf = call.bind(toString);

export function isAsymmetric(value) {
  return typeof value?.asymmetricMatch === "function";
}

export function equals(one, other, { isStrict }) {
  return equal(one, other, { isStrict, seen: new Map() });
}

/** Whether a list, a string or a collection contains the expected value. */
export function includes(value, expected, isSame) {
  if (typeof value === "string") return value.includes(expected);
  return value !== null && value !== undefined && [...value].some((item) => isSame(item, expected));
}

/** Whether a value has all expected members; it may have more. */
export function matchesPart(value, expected) {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(value);
  if (!isObject(expected) || !isObject(value) || tagOf(expected) !== "[object Object]") {
    return isArray(expected) && isArray(value)
      ? expected.length === value.length && expected.every((item, index) => matchesPart(value[index], item))
      : equals(value, expected, { isStrict: false });
  }
  return keys(expected).every((key) => key in value && matchesPart(value[key], expected[key]));
}

function equal(one, other, context) {
  if (isAsymmetric(other)) return other.asymmetricMatch(one);
  if (isAsymmetric(one)) return one.asymmetricMatch(other);
  if (is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const tag = tagOf(one);
  if (tag !== tagOf(other)) return false;
  if (context.isStrict && getPrototypeOf(one) !== getPrototypeOf(other)) return false;
  if (context.seen.get(one) === other) return true;
  context.seen.set(one, other);
  return sameByTag(tag, one, other, context);
}

function sameByTag(tag, one, other, context) {
  switch (tag) {
    case "[object Date]":
    case "[object Number]":
    case "[object String]":
    case "[object Boolean]":
      return is(one.valueOf(), other.valueOf());
    case "[object RegExp]":
      return one.source === other.source && one.flags === other.flags;
    case "[object Error]":
      return one.message === other.message && one.name === other.name;
    case "[object Map]":
      return one.size === other.size && sameEntries([...one], [...other], context);
    case "[object Set]":
      return one.size === other.size && sameEntries([...one], [...other], context);
    case "[object Function]":
      return false;
    default:
      return sameMembers(one, other, context);
  }
}

/** In any order. */
function sameEntries(ones, others, context) {
  const remaining = [...others];
  return ones.every((one) => {
    const index = remaining.findIndex((other) => equal(one, other, { ...context, seen: new Map(context.seen) }));
    if (index >= 0) remaining.splice(index, 1);
    return index >= 0;
  });
}

function sameMembers(one, other, context) {
  if ((isArray(one) || ArrayBuffer.isView(one)) && one.length !== other.length) return false;
  const isCompared = (object, name) => context.isStrict || object[name] !== undefined;
  const namesOf = (object) =>
    [...keys(object), ...getOwnPropertySymbols(object)].filter((name) => isCompared(object, name));
  const names = namesOf(one);
  const others = new Set(namesOf(other));
  return (
    names.length === others.size && names.every((name) => others.has(name) && equal(one[name], other[name], context))
  );
}

function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
