import type { OutputSchema } from "@roo-code/types";
import { isRecord, type JsonRecord, listOf, recordOf } from "../json-value.ts";

const knownWords: ReadonlySet<string> = new Set([
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

/** The schema as OpenAI's formats name it: held to exactly, if it is one that they can hold to. */
export function toJsonSchemaFormat({ name, schema }: OutputSchema): JsonRecord {
  return { name, schema, strict: isStrict(schema) };
}

/** Strict mode refuses a schema with optional properties, open objects or words it does not know. */
function isStrict(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if (!Object.keys(schema).every((word) => knownWords.has(word))) return false;
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
