import { expect, it } from "vitest";
import { toJsonSchemaFormat } from "./strict-schema.ts";

const closed = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };

it.each<[string, Record<string, unknown>, boolean]>([
  ["a closed object", closed, true],
  ["a list of closed objects", { type: "array", items: closed }, true],
  ["an optional property", { ...closed, required: [] }, false],
  ["an open object", { type: "object", properties: {}, required: [] }, false],
  ["an open object within", { ...closed, properties: { a: { type: "object" } } }, false],
  ["an open object in a list", { type: "array", items: { type: "object" } }, false],
  ["an open choice", { anyOf: [closed, { type: "object" }] }, false],
  ["a word that may be unknown", { ...closed, patternProperties: {} }, false],
])("is strict for %s: %s", (_, schema, strict) => {
  expect(toJsonSchemaFormat({ name: "n", schema })).toEqual({ name: "n", schema, strict });
});
