// Deep equality as Jest has it: by content, in any order of keys; strictly also by class, holes and keys that are undefined.
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

/** Whether what is wanted is in a list, a text or a collection. */
export function includes(value, wanted, isSame) {
  if (typeof value === "string") return value.includes(wanted);
  return value !== null && value !== undefined && [...value].some((item) => isSame(item, wanted));
}

/** Whether everything that is wanted is there, whatever else is. */
export function matchesPart(value, wanted) {
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(value);
  if (!isObject(wanted) || !isObject(value) || tagOf(wanted) !== "[object Object]") {
    return isArray(wanted) && isArray(value)
      ? wanted.length === value.length && wanted.every((item, index) => matchesPart(value[index], item))
      : equals(value, wanted, { isStrict: false });
  }
  return keys(wanted).every((key) => key in value && matchesPart(value[key], wanted[key]));
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
  const left = [...others];
  return ones.every((one) => {
    const index = left.findIndex((other) => equal(one, other, { ...context, seen: new Map(context.seen) }));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function sameMembers(one, other, context) {
  if ((isArray(one) || ArrayBuffer.isView(one)) && one.length !== other.length) return false;
  const isThere = (object, name) => context.isStrict || object[name] !== undefined;
  const names = (object) => [...keys(object), ...getOwnPropertySymbols(object)].filter((name) => isThere(object, name));
  const left = names(one);
  const right = new Set(names(other));
  return left.length === right.size && left.every((name) => right.has(name) && equal(one[name], other[name], context));
}

function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
