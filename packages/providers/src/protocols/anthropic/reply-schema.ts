import { isRecord, type JsonRecord } from "../../json-value.ts";

/** Keywords that the vendor rejects in the schema of a reply. They only restrict values, so replies may be less strict. */
const rejectedKeywords = new Set([
  "$schema",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);

/** Their keys are property names, not keywords. */
const schemaMaps = new Set(["properties", "$defs", "definitions"]);

/** A schema as the vendor accepts it for replies: closed objects, no rejected keywords. */
export function toReplySchema(schema: JsonRecord): JsonRecord {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (rejectedKeywords.has(key)) return [];
    if (!schemaMaps.has(key) || !isRecord(value)) return [[key, toReplyValue(value)]];
    return [[key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toReplyValue(inner)]))]];
  });
  const isObject = schema.type === "object" || isRecord(schema.properties);
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}

function toReplyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toReplyValue);
  return isRecord(value) ? toReplySchema(value) : value;
}
