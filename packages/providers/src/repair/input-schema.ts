import { isRecord, type JsonRecord, listOf, recordOf } from "../json-value.ts";

/** The types a JSON Schema allows, as far as it says so itself; empty when it allows any. */
export function typesOf(schema: JsonRecord): readonly string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === "string");
  return isRecord(schema.properties) ? ["object"] : [];
}

/** The schemas of which one must hold, if there is such a choice. */
export function branchesOf(schema: JsonRecord): readonly JsonRecord[] {
  return [...listOf(schema.anyOf), ...listOf(schema.oneOf)].filter(isRecord);
}

/** Whether the type is right. Says nothing of what is inside. */
export function hasType(value: unknown, schema: JsonRecord): boolean {
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.some((branch) => hasType(value, branch));
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

/** Whether the object's own values are of the types their schemas demand. */
export function hasTopLevelTypes(input: JsonRecord, schema: JsonRecord): boolean {
  return Object.entries(input).every(([key, value]) => hasType(value, propertySchema(schema, key)));
}

export function hasRequired(input: JsonRecord, schema: JsonRecord): boolean {
  return listOf(schema.required).every((key) => typeof key === "string" && Object.hasOwn(input, key));
}

/** Whether every key is one the schema names; true when it names none. */
export function hasOnlyKnownKeys(input: JsonRecord, schema: JsonRecord): boolean {
  if (!isRecord(schema.properties)) return true;
  const { properties } = schema;
  return Object.keys(input).every((key) => Object.hasOwn(properties, key));
}

/** Empty for a property that the schema does not name. */
export function propertySchema(schema: JsonRecord, key: string): JsonRecord {
  const properties = recordOf(schema.properties);
  return Object.hasOwn(properties, key) ? recordOf(properties[key]) : {};
}

function isOfType(value: unknown, type: string): boolean {
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
