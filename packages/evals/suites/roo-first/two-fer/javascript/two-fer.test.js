import assert from "node:assert/strict";
import { test } from "node:test";
import { twoFer } from "./two-fer.js";

test("with a name", () => {
  assert.equal(twoFer("Ada"), "A loaf for Ada and a loaf for me.");
  assert.equal(twoFer("Bo Li"), "A loaf for Bo Li and a loaf for me.");
});

test("without a name", () => {
  assert.equal(twoFer(), "A loaf for a friend and a loaf for me.");
  assert.equal(twoFer(""), "A loaf for a friend and a loaf for me.");
});

test("with spaces", () => {
  assert.equal(twoFer("  "), "A loaf for a friend and a loaf for me.");
  assert.equal(twoFer(" Ada "), "A loaf for Ada and a loaf for me.");
});
