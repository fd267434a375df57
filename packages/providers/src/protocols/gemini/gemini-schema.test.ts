import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduceSchema } from "./gemini-schema.ts";

describe("reduceSchema", () => {
  it.each<[string, object, object]>([
    ["the language's name", { $schema: "http://json-schema.org/draft-07/schema#", type: "object" }, { type: "object" }],
    [
      "keywords the vendor does not document",
      { type: "string", pattern: "^a", minLength: 1, default: "x", examples: ["y"], $comment: "z", not: {} },
      { type: "string" },
    ],
    ["unknown formats", { type: "string", format: "uri" }, { type: "string" }],
    ["known formats", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
    ["a constant", { const: "a" }, { enum: ["a"], type: "string" }],
    ["a constant number with a type", { type: "integer", const: 3 }, { type: "integer", enum: [3] }],
    ["a constant truth", { const: true }, { type: "boolean" }],
    [
      "nothing among the values",
      { type: ["string", "null"], enum: ["a", null] },
      { type: ["string", "null"], enum: ["a"] },
    ],
    ["values of two types", { enum: ["a", 1] }, { enum: ["a", 1], type: ["string", "number"] }],
    ["a bound that is excluded", { type: "integer", exclusiveMinimum: 0 }, { type: "integer", minimum: 1 }],
    ["one of a fraction", { type: "number", exclusiveMaximum: 1 }, { type: "number", maximum: 1 }],
    [
      "one as in the fourth draft",
      { type: "integer", minimum: 1, exclusiveMinimum: true },
      { type: "integer", minimum: 1 },
    ],
    ["what may be nothing", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["one of several", { oneOf: [{ type: "string", pattern: "a" }] }, { anyOf: [{ type: "string" }] }],
    [
      "any of several",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      "all of several",
      {
        properties: { a: { type: "string" } },
        required: ["a"],
        allOf: [{ properties: { b: { type: "number" } }, required: ["b"] }, { description: "d" }],
      },
      { description: "d", properties: { b: { type: "number" }, a: { type: "string" } }, required: ["a", "b"] },
    ],
    [
      "other properties",
      { type: "object", additionalProperties: { type: "string", format: "uuid" } },
      { type: "object", additionalProperties: { type: "string" } },
    ],
    ["no other properties", { additionalProperties: false }, { additionalProperties: false }],
    [
      "required names that are not described",
      { properties: { a: {} }, required: ["a", "b"] },
      { properties: { a: {} }, required: ["a"] },
    ],
    [
      "lists",
      { type: "array", items: { const: 1 }, minItems: 1, uniqueItems: true },
      { type: "array", minItems: 1, items: { enum: [1], type: "number" } },
    ],
    ["tuples", { prefixItems: [{ format: "uri" }] }, { prefixItems: [{}] }],
    [
      "references",
      { definitions: { n: { $ref: "#/definitions/n", title: "t" } }, items: { $ref: "#/definitions/n" } },
      { items: { $ref: "#/$defs/n" }, $defs: { n: { $ref: "#/$defs/n" } } },
    ],
    [
      "a property that is called like a keyword",
      { properties: { pattern: { type: "string" } } },
      { properties: { pattern: { type: "string" } } },
    ],
  ])("reduces %s", (_, schema, reduced) => {
    expect(reduceSchema(schema)).toEqual(reduced);
  });

  it("is idempotent for any schema", () => {
    const names = [
      "type",
      "const",
      "enum",
      "anyOf",
      "allOf",
      "items",
      "properties",
      "required",
      "$ref",
      "format",
      "minimum",
    ];
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("string", "integer", true, null, 3, "date"),
        fc.array(tie("schema"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie("schema"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(schema, (any) => {
        const once = reduceSchema(any);
        expect(reduceSchema(once)).toEqual(once);
      }),
    );
  });
});
