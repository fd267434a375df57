import type { ModelRequest, OutputSchema } from "@roo-code/types";
import { isRecord, type JsonRecord } from "../../json-value.ts";

/** The tool whose input is the reply, for models that can be forced to call it. Its name is none of the others'. */
export function outputToolName({ tools }: ModelRequest, { name }: OutputSchema): string {
  return tools.some((tool) => tool.name === name) ? `${name}_reply` : name;
}

/** Keywords the vendor refuses in the schema of a reply. They only narrow values, so the reply may be wider. */
const refused = new Set([
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

/** Their keys are names a person chose, not keywords. */
const namesSchemas = new Set(["properties", "$defs", "definitions"]);

/** A schema as the vendor takes it for replies: objects closed, nothing that it refuses. */
export function toReplySchema(schema: JsonRecord): JsonRecord {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (refused.has(key)) return [];
    if (!namesSchemas.has(key) || !isRecord(value)) return [[key, toReplyValue(value)]];
    return [[key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toReplyValue(inner)]))]];
  });
  const isObject = schema.type === "object" || isRecord(schema.properties);
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}

function toReplyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toReplyValue);
  return isRecord(value) ? toReplySchema(value) : value;
}
