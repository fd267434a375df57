import { isRecord, type JsonRecord, listOf, textOf } from "../../json-value.ts";

/** Documented keywords whose values need no change. */
const plainKeywords = ["type", "title", "description", "minimum", "maximum", "minItems", "maxItems"] as const;
const knownFormats = new Set(["date-time", "date", "time", "int32", "int64", "float", "double"]);

/**
 * Reduces a JSON Schema to the documented keywords: others are ignored, or the request is rejected. What can be expressed
 * in another way is converted; the rest is dropped, so the result may be less strict.
 */
export function reduceSchema(schema: unknown): JsonRecord {
  if (!isRecord(schema)) return {};
  const reference = textOf(schema.$ref);
  // Other keywords are not allowed beside a reference.
  if (reference !== undefined) return { $ref: reference.replace("#/definitions/", "#/$defs/") };
  const whole = mergeAllOf(schema);
  return {
    ...Object.fromEntries(plainKeywords.flatMap((key) => (whole[key] === undefined ? [] : [[key, whole[key]]]))),
    ...nullableType(whole),
    ...bounds(whole),
    ...formatOf(whole),
    ...values(whole),
    ...children(whole),
  };
}

/** Merges all parts; the first value of a keyword is kept. */
function mergeAllOf({ allOf, ...schema }: JsonRecord): JsonRecord {
  return listOf(allOf)
    .filter(isRecord)
    .map(mergeAllOf)
    .reduce(
      (merged, part) => ({
        ...part,
        ...merged,
        ...(isRecord(part.properties) &&
          isRecord(merged.properties) && { properties: { ...part.properties, ...merged.properties } }),
        ...(Array.isArray(part.required) &&
          Array.isArray(merged.required) && { required: [...new Set([...merged.required, ...part.required])] }),
      }),
      schema,
    );
}

/** `nullable`, as OpenAPI writes it. */
function nullableType({ nullable, type }: JsonRecord): JsonRecord {
  return nullable === true && typeof type === "string" ? { type: [type, "null"] } : {};
}

/** Exclusive bounds are not supported: integers use the next value, other numbers the bound itself. */
function bounds({ type, exclusiveMinimum, exclusiveMaximum, minimum, maximum }: JsonRecord): JsonRecord {
  const step = type === "integer" ? 1 : 0;
  return {
    ...(typeof exclusiveMinimum === "number" && minimum === undefined && { minimum: exclusiveMinimum + step }),
    ...(typeof exclusiveMaximum === "number" && maximum === undefined && { maximum: exclusiveMaximum - step }),
  };
}

function formatOf({ format }: JsonRecord): JsonRecord {
  return typeof format === "string" && knownFormats.has(format) ? { format } : {};
}

/** Only strings and numbers are supported; a constant becomes a list of one. */
function values({ enum: listed, const: constant, type }: JsonRecord): JsonRecord {
  const all = constant === undefined ? listOf(listed) : [constant];
  const kept = all.filter((value) => typeof value === "string" || typeof value === "number");
  if (kept.length > 0) return { enum: kept, ...(type === undefined && { type: typeOf(kept) }) };
  return typeof constant === "boolean" ? { type: "boolean" } : {};
}

function typeOf(kept: readonly (string | number)[]): string | readonly string[] {
  const types = [...new Set(kept.map((value) => (typeof value === "string" ? "string" : "number")))];
  return types.length === 1 && types[0] !== undefined ? types[0] : types;
}

function children(schema: JsonRecord): JsonRecord {
  const { properties, required, items, prefixItems, additionalProperties, $defs, definitions } = schema;
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  const shared = { ...(isRecord(definitions) && definitions), ...(isRecord($defs) && $defs) };
  return {
    properties: isRecord(properties) ? reduceEach(properties) : undefined,
    required: requiredOf(required, properties),
    items: isRecord(items) ? reduceSchema(items) : undefined,
    prefixItems: Array.isArray(prefixItems) ? prefixItems.map(reduceSchema) : undefined,
    anyOf: alternatives.length > 0 ? alternatives.map(reduceSchema) : undefined,
    additionalProperties: isRecord(additionalProperties)
      ? reduceSchema(additionalProperties)
      : typeof additionalProperties === "boolean"
        ? additionalProperties
        : undefined,
    $defs: Object.keys(shared).length > 0 ? reduceEach(shared) : undefined,
  };
}

/** Required names without a property are rejected. */
function requiredOf(required: unknown, properties: unknown): readonly unknown[] | undefined {
  if (!isRecord(properties)) return undefined;
  const kept = listOf(required).filter((name) => typeof name === "string" && Object.hasOwn(properties, name));
  return kept.length > 0 ? kept : undefined;
}

function reduceEach(schemas: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, reduceSchema(schema)]));
}
