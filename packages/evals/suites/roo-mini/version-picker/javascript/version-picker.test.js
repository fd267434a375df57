import assert from "node:assert/strict";
import { test } from "node:test";
import { pick } from "./version-picker.js";

const digits = [0, 1, 2, 3];
const all = digits.flatMap((a) => digits.flatMap((b) => digits.map((c) => `${a}.${b}.${c}`)));

function expect(want, range, versions = all) {
  assert.equal(pick(range, versions), want, range);
}

test("numbers are compared as numbers", () => {
  expect("1.10.0", "1", ["1.9.9", "1.10.0", "1.2.30"]);
});

test("none is allowed", () => {
  expect(null, "9");
  expect(null, "*", []);
});

test("versions and their beginnings", () => {
  const cases = { "1.2.3": "1.2.3", "=1.2": "1.2.3", 1: "1.3.3", "*": "3.3.3", x: "3.3.3" };
  for (const [range, want] of Object.entries(cases)) expect(want, range);
});

test("placeholders", () => {
  const cases = { "1.x": "1.3.3", "1.2.*": "1.2.3", "1.x.*": "1.3.3", "*.x": "3.3.3", "<=1.x": "1.3.3" };
  for (const [range, want] of Object.entries(cases)) expect(want, range);
});

test("above and below", () => {
  expect("1.1.3", "<1.2");
  expect("1.2.3", "<=1.2");
  expect("1.2.1", "<=1.2.1");
  expect("0.3.3", "<1");
  expect(null, ">3");
  expect(null, ">1.2 <1.3");
  expect("1.3.0", ">1.2 <1.3.1");
  expect("1.2.0", ">=1.2 <1.2.1");
});

test("tilde", () => {
  expect("1.2.3", "~1.2.1");
  expect("1.2.3", "~1.2");
  expect("1.3.3", "~1");
  expect(null, "~1.2.2 <1.2.2");
});

test("caret", () => {
  const cases = {
    "^1.2.3": "1.3.3",
    "^0.2.1": "0.2.3",
    "^0.0.2": "0.0.2",
    "^0.0.0": "0.0.0",
    "^0.0": "0.0.3",
    "^0": "0.3.3",
    "^0.x": "0.3.3",
    "^1.x": "1.3.3",
    "^0.1": "0.1.3",
  };
  for (const [range, want] of Object.entries(cases)) expect(want, range);
});

test("alternatives", () => {
  expect("2.0.0", "1.2.3||  =2.0.0 || ~0.1 ");
  expect("0.1.3", "7 || ~0.1");
});

test("what is no range", () => {
  const texts = [
    ...["", " ", "||", "1||", "1 || || 2", "a", "1.a", "01", "1.02", "1.2.3.4", "1.", ".1", "1..2", "-1", "+1", "> 1"],
    ...["=>1", ">x", "^*", "~x", "1.x.2", "*.1", "1.2.3-4", "v1", "1,2", "1|2", "<>1", "1\t2", "==1", "1234567890"],
  ];
  for (const text of texts) assert.throws(() => pick(text, ["1.2.3"]), SyntaxError, JSON.stringify(text));
});

test("what is no version", () => {
  for (const text of ["", "1", "1.2", "1.2.x", "01.2.3", "1.2.3 ", "1.2.3.4", "v1.2.3", "1.-2.3", "1.2.1234567890"])
    assert.throws(() => pick("9", ["1.2.3", text]), SyntaxError, JSON.stringify(text));
});

test("half-open intervals", () => {
  for (let low = 0; low < all.length; low += 3) {
    for (let high = low + 1; high < all.length; high += 5) {
      expect(all[high - 1], `>=${all[low]} <${all[high]}`, [...all.slice(20), ...all.slice(0, 20)]);
    }
  }
});

test("a version satisfies what is built from it", () => {
  for (const version of all) {
    for (const sign of ["", "=", ">=", "<=", "~", "^"]) expect(version, sign + version, [version]);
    expect(null, `<${version} || >${version}`, [version]);
  }
});
