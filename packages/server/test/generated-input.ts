import * as fc from "fast-check";
import * as z from "zod";

type Schema = Readonly<Record<string, unknown>>;

/** Values that exist on the server under test, by field name. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** Values of a schema, sometimes ones that exist on the server. */
export function valuesOf(schema: z.ZodType, known: KnownValues): fc.Arbitrary<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
  return arbitraryOf(json, { known, definitions: (json.$defs ?? {}) as Record<string, Schema>, depth: 0 });
}

/** The same values with one part damaged. The result may still match the schema. */
export function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(), junk, fc.constantFrom("replace", "drop", "whole"))
    .map(([value, index, bad, how]) => {
      if (how === "whole" || typeof value !== "object" || value === null) return bad;
      const keys = Object.keys(value);
      const key = keys[index % Math.max(keys.length, 1)];
      if (key === undefined) return { unknown: bad };
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      return how === "drop" ? rest : { ...rest, [key]: bad };
    });
}

/** What an attacker or a broken program would send. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "\u0000",
    "\ud800",
    "../../../etc/passwd",
    "a".repeat(5000),
    -1,
    1e308,
    2 ** 53,
    [],
    {},
    { $gt: "" },
    "'; drop table tasks; --",
  ),
  fc.json().map((text): unknown => JSON.parse(text)),
);

interface Context {
  readonly known: KnownValues;
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly depth: number;
}

function arbitraryOf(schema: Schema, context: Context): fc.Arbitrary<unknown> {
  const { definitions, depth } = context;
  const deeper = { ...context, depth: depth + 1 };
  if (typeof schema.$ref === "string")
    return depth > 5 ? fc.constant(null) : arbitraryOf(definitions[schema.$ref.split("/").at(-1) ?? ""] ?? {}, deeper);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice: Schema) => arbitraryOf(choice, deeper)));
  switch (schema.type) {
    case "object":
      return objectOf(schema, deeper);
    case "array":
      return fc.array(arbitraryOf((schema.items ?? {}) as Schema, deeper), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 4,
      });
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer(boundsOf(schema));
    case "number":
      return fc.oneof(fc.integer(boundsOf(schema)), fc.constant(Number(schema.minimum ?? 0)));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objectOf(schema: Schema, context: Context): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  if (properties.length === 0) return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue(), { maxKeys: 3 });
  const record = Object.fromEntries(
    properties.map(([name, property]) => {
      const generated = arbitraryOf(property, context);
      const values = context.known[name];
      return [name, values ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, generated) : generated];
    }),
  );
  return fc.record(record, { requiredKeys: required });
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const [minLength, maxLength] = [Number(schema.minLength ?? 0), Math.min(Number(schema.maxLength ?? 60), 200)];
  if (schema.format === "uri") return fc.webUrl({ validSchemes: ["https"] });
  if (typeof schema.pattern === "string" && !schema.pattern.includes("\\p{"))
    return fc.stringMatching(new RegExp(schema.pattern));
  return fc.string({ minLength, maxLength, unit: "grapheme" });
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: Schema): { min: number; max: number } {
  const min = exclusiveMinimum === undefined ? Number(minimum ?? 0) : Number(exclusiveMinimum) + 1;
  return { min: Math.max(min, -maxInteger), max: Math.min(Number(maximum ?? maxInteger), maxInteger) };
}

const maxInteger = 2 ** 31 - 1;
