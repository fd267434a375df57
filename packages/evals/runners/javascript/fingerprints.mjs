// The built-ins that assertions and results depend on: replacing any of them would make tests pass without a solution.
// Adding to them is allowed.
import fs from "node:fs";

const { getOwnPropertyDescriptor, is } = Object;
const { ownKeys } = Reflect;
const guarded = {
  Object,
  "Object.prototype": Object.prototype,
  "Function.prototype": Function.prototype,
  Array,
  "Array.prototype": Array.prototype,
  "Map.prototype": Map.prototype,
  "Set.prototype": Set.prototype,
  "String.prototype": String.prototype,
  "RegExp.prototype": RegExp.prototype,
  Promise,
  "Promise.prototype": Promise.prototype,
  Number,
  Math,
  JSON,
  Reflect,
  fs,
};

export function takeFingerprints() {
  const taken = [];
  for (const name of ownKeys(guarded)) {
    for (const key of ownKeys(guarded[name])) taken[taken.length] = { name, key, value: valueOf(guarded[name], key) };
  }
  return taken;
}

export function alteredSince(before) {
  const names = [];
  for (let index = 0; index < before.length; index += 1) {
    const { name, key, value } = before[index];
    if (!is(valueOf(guarded[name], key), value)) names[names.length] = `${name}.${String(key)}`;
  }
  return names;
}

function valueOf(object, key) {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor?.value ?? descriptor?.get;
}
