import { settingsSchema } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { settingKinds } from "./setting-kinds.ts";
import { settingTraits } from "./setting-traits.ts";

const shape = settingsSchema.shape;

it("knows exactly the keys of the schema", () => {
  expect([...settingTraits.keys()].sort()).toEqual(Object.keys(shape).sort());
});

it.each([...settingTraits])("accepts the same values for $0 as the schema", (key, { kind }) => {
  const schema = shape[key as keyof typeof shape];
  const special = [
    0,
    -1,
    1,
    1.5,
    1e21,
    Number.NaN,
    Infinity,
    -0,
    "",
    null,
    [],
    {},
    ["read"],
    ["all"],
    ["read", 1],
    { a: "b" },
    { a: 1 },
    true,
  ];
  const value = fc.oneof(fc.constantFrom<unknown>(...special), fc.anything(), fc.double(), fc.integer(), fc.string());
  fc.assert(
    fc.property(value, (candidate) => {
      fc.pre(candidate !== undefined && !isExotic(candidate));
      expect(settingKinds[kind].accepts(candidate)).toBe(schema.safeParse(candidate).success);
    }),
    { numRuns: 500 },
  );
});

/** Values that no file, variable or program can contain. */
function isExotic(value: unknown): boolean {
  const isPlain = typeof value !== "object" || value === null || Array.isArray(value);
  const prototype: unknown = isPlain ? Object.prototype : Object.getPrototypeOf(value);
  return (
    (prototype !== Object.prototype && prototype !== null) ||
    typeof value === "symbol" ||
    JSON.stringify(value) === undefined
  );
}
