import { isRecord, type JsonRecord, listOf, recordOf } from "../json-value.ts";

/** The types that a JSON Schema names; empty if it allows any. */
export function typesOf(schema: JsonRecord): readonly string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === "string");
  return isRecord(schema.properties) ? ["object"] : [];
}

/** The alternatives of `anyOf` and `oneOf`. */
export function branchesOf(schema: JsonRecord): readonly JsonRecord[] {
  return [...listOf(schema.anyOf), ...listOf(schema.oneOf)].filter(isRecord);
}

/** Whether the value has the right type; nested values are not checked. */
export function hasType(value: unknown, schema: JsonRecord): boolean {
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.some((branch) => hasType(value, branch));
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => matchesType(value, type));
}

/** Whether the object's direct values have the types of their schemas. */
export function hasTopLevelTypes(input: JsonRecord, schema: JsonRecord): boolean {
  return Object.entries(input).every(([key, value]) => hasType(value, propertySchema(schema, key)));
}

export function hasRequired(input: JsonRecord, schema: JsonRecord): boolean {
  return listOf(schema.required).every((key) => typeof key === "string" && Object.hasOwn(input, key));
}

/** Whether the schema names every key; true if it names none. */
export function hasOnlyKnownKeys(input: JsonRecord, schema: JsonRecord): boolean {
  if (!isRecord(schema.properties)) return true;
  const { properties } = schema;
  return Object.keys(input).every((key) => Object.hasOwn(properties, key));
}

/** Empty for a property that is not in the schema. */
export function propertySchema(schema: JsonRecord, key: string): JsonRecord {
  const properties = recordOf(schema.properties);
  return Object.hasOwn(properties, key) ? recordOf(properties[key]) : {};
}

function matchesType(value: unknown, type: string): boolean {
  switch (type) {
    case "object":
      return isRecord(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}
