import { isRecord, type JsonRecord, listOf, parseJson, recordOf } from "../json-value.ts";
import { branchesOf, hasTopLevelTypes, hasType, propertySchema, typesOf } from "./input-schema.ts";

/** Deeper values are not converted. */
const maxDepth = 8;

export interface FittedInput {
  /** The same object if nothing had to change. */
  readonly input: JsonRecord;
  /** The paths of converted values. */
  readonly converted: readonly string[];
}

/**
 * Converts values to the type of their schema, where the meaning is clear: `"5"`, `"true"`, a list or object in JSON, one
 * value for a list, null for a missing value. undefined if a value of the wrong type remains.
 */
export function fitInput(input: JsonRecord, schema: JsonRecord): FittedInput | undefined {
  const converted: string[] = [];
  const fitted = fitObject(input, schema, { path: "", depth: 0, converted });
  return hasTopLevelTypes(fitted, schema) ? { input: fitted, converted } : undefined;
}

interface Location {
  readonly path: string;
  readonly depth: number;
  readonly converted: string[];
}

function fitObject(input: JsonRecord, schema: JsonRecord, location: Location): JsonRecord {
  const required = listOf(schema.required);
  let hasChanged = false;
  const members: [string, unknown][] = [];
  for (const [key, value] of Object.entries(input)) {
    const expected = propertySchema(schema, key);
    const path = location.path === "" ? key : `${location.path}.${key}`;
    if (value === null && !hasType(null, expected) && !required.includes(key)) {
      location.converted.push(path);
      hasChanged = true;
      continue;
    }
    const fitted = fitValue(value, expected, { ...location, path, depth: location.depth + 1 });
    hasChanged ||= fitted !== value;
    members.push([key, fitted]);
  }
  return hasChanged ? Object.fromEntries(members) : input;
}

function fitValue(value: unknown, schema: JsonRecord, location: Location): unknown {
  if (location.depth > maxDepth) return value;
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const fitting = branches.find((branch) => hasType(value, branch));
    if (fitting) return fitValue(value, fitting, location);
    return firstFit(
      branches.map((branch) => fitValue(value, branch, location)),
      value,
      schema,
    );
  }
  if (!hasType(value, schema)) return convert(value, schema, location);
  if (isRecord(value)) return fitObject(value, schema, location);
  return Array.isArray(value) ? fitItems(value, schema, location) : value;
}

function fitItems(values: readonly unknown[], schema: JsonRecord, location: Location): readonly unknown[] {
  const items = recordOf(schema.items);
  if (Object.keys(items).length === 0) return values;
  const inside = { ...location, path: `${location.path}[]`, depth: location.depth + 1 };
  const fitted = values.map((value) => fitValue(value, items, inside));
  return fitted.some((value, index) => value !== values[index]) ? fitted : values;
}

function convert(value: unknown, schema: JsonRecord, location: Location): unknown {
  const converted = firstFit(
    typesOf(schema).map((type) => convertTo(type, value, schema)),
    value,
    schema,
  );
  if (converted === value) return value;
  location.converted.push(location.path);
  return isRecord(converted) || Array.isArray(converted) ? fitValue(converted, schema, location) : converted;
}

function firstFit(candidates: readonly unknown[], value: unknown, schema: JsonRecord): unknown {
  const fitting = candidates.find((candidate) => candidate !== undefined && hasType(candidate, schema));
  return fitting === undefined ? value : fitting;
}

function convertTo(type: string, value: unknown, schema: JsonRecord): unknown {
  switch (type) {
    case "number":
    case "integer":
      return typeof value === "string" && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value) ? Number(value) : undefined;
    case "boolean":
      return typeof value === "string" ? toBoolean(value.trim()) : undefined;
    case "array":
      return toList(value, recordOf(schema.items));
    case "object":
      return typeof value === "string" ? parseJson(value) : undefined;
    case "string":
      return toText(value);
    default:
      return undefined;
  }
}

function toBoolean(text: string): boolean | undefined {
  if (/^true$/i.test(text)) return true;
  return /^false$/i.test(text) ? false : undefined;
}

function toList(value: unknown, items: JsonRecord): unknown {
  const isText = typeof value === "string" && value.trim().startsWith("[");
  if (isText) return parseJson(value);
  return value !== null && typesOf(items).length > 0 && hasType(value, items) ? [value] : undefined;
}

/** Not for fractions: their notation (`1.10`) is lost. */
function toText(value: unknown): string | undefined {
  return typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : undefined;
}
