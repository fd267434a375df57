import { expect, it } from "vitest";
import { substitute } from "./substitute.ts";

const environment = { NAME: "value", EMPTY: "", NESTED: "${NAME}", DOLLARS: "$& $1" };

it.each([
  ["${env:NAME}", "value"],
  ["${NAME}", "value"],
  ["Bearer ${env:NAME}, ${NAME}!", "Bearer value, value!"],
  ["[${EMPTY}]", "[]"],
  ["${NESTED}", "${NAME}"],
  ["${DOLLARS}", "$& $1"],
  ["$${NAME}", "${NAME}"],
  ["$${env:NAME} ${NAME}", "${env:NAME} value"],
  ["$${anything at all}", "${anything at all}"],
  ["$NAME, ${}, ${env:}, ${a b}, $ {NAME}", "$NAME, ${}, ${env:}, ${a b}, $ {NAME}"],
])("replaces %s by %s", (text, expected) => {
  expect(substitute(text, environment)).toMatchObject({ value: expected, unknown: [] });
});

it("substitutes in lists and objects, but not in keys", () => {
  const value = { "${NAME}": ["${NAME}", { deep: "${env:NAME}" }], number: 1, nothing: null, yes: true };
  expect(substitute(value, environment).value).toEqual({
    "${NAME}": ["value", { deep: "value" }],
    number: 1,
    nothing: null,
    yes: true,
  });
});

it("keeps references to unset variables and lists each once", () => {
  const { value, unknown } = substitute(["${MISSING}", "${env:MISSING} ${ALSO}", "${toString}"], environment);
  expect(value).toEqual(["${MISSING}", "${env:MISSING} ${ALSO}", "${toString}"]);
  expect(unknown).toEqual(["ALSO", "MISSING", "toString"]);
});

it("returns the inserted values, so that they can be redacted", () => {
  expect(substitute({ a: "${NAME}", b: "x ${NAME}", c: "${MISSING}" }, environment).inserted).toEqual(["value"]);
});
