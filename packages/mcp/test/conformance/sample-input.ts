import { isRecord } from "../../src/catalog/canonical-json.ts";

/** Something that a schema takes. */
export function sampleInput(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleValue(property)]));
}

function sampleValue(schema: unknown): unknown {
  if (!isRecord(schema)) return "x";
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case "number":
    case "integer":
      return 5;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return sampleInput(schema);
    default:
      return "x";
  }
}
