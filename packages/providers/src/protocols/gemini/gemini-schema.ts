import { isRecord, type JsonRecord, listOf, textOf } from "../../json-value.ts";

/** The keywords that are documented and whose values need no change. */
const plainKeywords = ["type", "title", "description", "minimum", "maximum", "minItems", "maxItems"] as const;
const knownFormats = new Set(["date-time", "date", "time", "int32", "int64", "float", "double"]);

/**
 * A JSON Schema in the part of the language the vendor documents: requests with other keywords are refused, or the
 * keywords passed over. What can be said in another way is; the rest is left out, so it may allow more than before.
 */
export function reduceSchema(schema: unknown): JsonRecord {
  if (!isRecord(schema)) return {};
  const reference = textOf(schema.$ref);
  // Beside a reference nothing else may stand.
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

/** All of them at once, as far as they speak of different things. */
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

/** Exclusive bounds are unknown: for whole numbers the next one says the same, for others the bound itself is near. */
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

/** Only strings and numbers can be listed; a constant is a list of one. */
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
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  const shared = { ...(isRecord(definitions) && definitions), ...(isRecord($defs) && $defs) };
  return {
    ...(isRecord(properties) && { properties: reduceEach(properties) }),
    ...requiredOf(required, properties),
    ...(isRecord(items) && { items: reduceSchema(items) }),
    ...(Array.isArray(prefixItems) && { prefixItems: prefixItems.map(reduceSchema) }),
    ...(choices.length > 0 && { anyOf: choices.map(reduceSchema) }),
    ...(typeof additionalProperties === "boolean" && { additionalProperties }),
    ...(isRecord(additionalProperties) && { additionalProperties: reduceSchema(additionalProperties) }),
    ...(Object.keys(shared).length > 0 && { $defs: reduceEach(shared) }),
  };
}

/** A name that is required but not described is refused. */
function requiredOf(required: unknown, properties: unknown): JsonRecord {
  if (!isRecord(properties)) return {};
  const kept = listOf(required).filter((name) => typeof name === "string" && Object.hasOwn(properties, name));
  return kept.length > 0 ? { required: kept } : {};
}

function reduceEach(schemas: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, reduceSchema(schema)]));
}
