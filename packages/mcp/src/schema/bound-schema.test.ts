import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundSchema } from "./bound-schema.ts";
import { createInputCheck } from "./check-input.ts";

describe("a tool's schema", () => {
  it("is unchanged when it is plain", () => {
    const schema = {
      type: "object",
      properties: { path: { type: "string", description: "where" }, depth: { type: "integer", minimum: 0 } },
      required: ["path"],
    };
    expect(boundSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema })).toEqual(schema);
  });

  it("has its references inlined, except external and circular ones", () => {
    const bounded = boundSchema({
      type: "object",
      properties: {
        near: { $ref: "#/$defs/point", description: "a point" },
        far: { $ref: "https://example.org/evil.json" },
        file: { $ref: "file:///etc/passwd" },
        tree: { $ref: "#/$defs/tree" },
        self: { $ref: "#" },
        lost: { $ref: "#/$defs/none" },
      },
      $defs: {
        point: { type: "object", properties: { x: { type: "number" } } },
        tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } } },
      },
    });
    expect(JSON.stringify(bounded)).not.toContain("$ref");
    expect(bounded.properties).toMatchObject({
      near: { type: "object", properties: { x: { type: "number" } }, description: "a point" },
      far: {},
      file: {},
      tree: { type: "object", properties: { children: { type: "array", items: {} } } },
      lost: {},
    });
  });

  it("is an object at the top level, with the properties of all alternatives", () => {
    const schema = boundSchema({
      oneOf: [
        { properties: { id: { type: "string" }, by: { type: "string" } }, required: ["id", "by"] },
        { properties: { id: { type: "string" }, url: { type: "string" } }, required: ["id", "url"] },
      ],
    });
    expect(schema).toEqual({
      type: "object",
      properties: { id: { type: "string" }, by: { type: "string" }, url: { type: "string" } },
      required: ["id"],
    });
  });

  it.each([
    [
      "a description of a megabyte",
      { description: "x".repeat(1e6), properties: { a: { description: "y".repeat(1e6) } } },
    ],
    ["a thousand properties", { properties: many((index) => ({ type: "string", description: `number ${index}` })) }],
    ["properties within properties", { properties: nested(500) }],
    ["a growing number of references", growing(30)],
    ["nothing of the kind", ["a", null, 7]],
  ])("is bounded: %s", (_, schema) => {
    const bounded = boundSchema(schema);
    expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(16_000);
    expect(bounded.type).toBe("object");
  });

  it("may be any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(boundSchema(value).type).toBe("object");
      }),
    );
    expect(Object.getPrototypeOf(boundSchema(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}')))).toBe(
      Object.prototype,
    );
  });
});

describe("input", () => {
  const check = createInputCheck(
    boundSchema({
      type: "object",
      properties: {
        name: { type: "string", pattern: "^(a+)+$" },
        count: { type: "integer", default: 3 },
        note: { type: ["string", "null"] },
        kind: { enum: ["a", "b"] },
      },
      required: ["name", "note"],
      additionalProperties: false,
    }),
  );

  it("is checked by the cheap keywords", () => {
    expect(check({ name: "x", kind: "a" })).toEqual({ value: { name: "x", kind: "a", count: 3, note: null } });
    expect(check({ name: 1, note: "" })).toMatchObject({ issues: [{ path: ["name"] }] });
    expect(check({ note: "" })).toMatchObject({ issues: [{ path: ["name"] }] });
    expect(check({ name: "x", other: 1 })).toMatchObject({ issues: [{ code: "unrecognized_keys", keys: ["other"] }] });
  });

  it("is never matched against a server's pattern, and not checked when it is too large", () => {
    // Either would take longer than the world lasts.
    expect(check({ name: `${"a".repeat(40)}!` })).toHaveProperty("value");
    const deep = createInputCheck(boundSchema(growing(30)));
    const large = { a: Array.from({ length: 500_000 }, (_, index) => ({ b: index })) };
    expect(deep(large)).toEqual({ value: large });
  });
});

function many(make: (index: number) => object): object {
  return Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`property_${index}`, make(index)]));
}

function nested(depth: number): object {
  return { inner: depth === 0 ? {} : { type: "object", properties: nested(depth - 1) } };
}

/** Each definition uses the one before it twice: put in without a bound it would be 2³⁰ large. */
function growing(steps: number): object {
  const names = Array.from({ length: steps }, (_, index) => `d${index}`);
  const definitions = names.map((name, index) => {
    const before = { $ref: `#/$defs/d${index - 1}` };
    return [name, index === 0 ? { type: "string" } : { anyOf: [before, { type: "array", items: before }] }];
  });
  return {
    type: "object",
    properties: { a: { $ref: `#/$defs/d${steps - 1}` } },
    $defs: Object.fromEntries(definitions),
  };
}
