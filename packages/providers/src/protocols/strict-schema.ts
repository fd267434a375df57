import type { OutputSchema } from "@roo-code/types";
import { isRecord, type JsonRecord, listOf, recordOf } from "../json-value.ts";

const knownKeywords: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "description",
  "title",
]);

/** The schema for OpenAI's formats: strict, if strict mode supports it. */
export function toJsonSchemaFormat({ name, schema }: OutputSchema): JsonRecord {
  return { name, schema, strict: isStrict(schema) };
}

/** Strict mode rejects schemas with optional properties, open objects or unknown keywords. */
function isStrict(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if (!Object.keys(schema).every((keyword) => knownKeywords.has(keyword))) return false;
  if (!listOf(schema.anyOf).every(isStrict)) return false;
  if (schema.items !== undefined && !isStrict(schema.items)) return false;
  return schema.type === "object" || schema.properties !== undefined ? isClosed(schema) : true;
}

function isClosed(schema: JsonRecord): boolean {
  const properties = recordOf(schema.properties);
  const required = listOf(schema.required);
  return (
    schema.additionalProperties === false &&
    Object.keys(properties).every((name) => required.includes(name)) &&
    Object.values(properties).every(isStrict)
  );
}
