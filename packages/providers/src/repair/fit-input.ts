import { isRecord, type JsonRecord, listOf, parseJson, recordOf } from "../json-value.ts";
import { branchesOf, hasTopLevelTypes, hasType, propertySchema, typesOf } from "./input-schema.ts";

/** Deeper values are left as they are. */
const deepest = 8;

export interface FittedInput {
  /** The very object that was given when nothing had to change. */
  readonly input: JsonRecord;
  /** Which values were converted, by their path. */
  readonly converted: readonly string[];
}

/**
 * Converts values to the type their schema demands, where they say the same in another type: `"5"`, `"true"`, a list
 * or object as JSON text, one value for a list, null for nothing. Undefined when a value of the wrong type remains.
 */
export function fitInput(input: JsonRecord, schema: JsonRecord): FittedInput | undefined {
  const converted: string[] = [];
  const fitted = fitObject(input, schema, { path: "", depth: 0, converted });
  return hasTopLevelTypes(fitted, schema) ? { input: fitted, converted } : undefined;
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly converted: string[];
}

function fitObject(input: JsonRecord, schema: JsonRecord, place: Place): JsonRecord {
  const required = listOf(schema.required);
  let hasChanged = false;
  const members: [string, unknown][] = [];
  for (const [key, value] of Object.entries(input)) {
    const expected = propertySchema(schema, key);
    const path = place.path === "" ? key : `${place.path}.${key}`;
    if (value === null && !hasType(null, expected) && !required.includes(key)) {
      place.converted.push(path);
      hasChanged = true;
      continue;
    }
    const fitted = fitValue(value, expected, { ...place, path, depth: place.depth + 1 });
    hasChanged ||= fitted !== value;
    members.push([key, fitted]);
  }
  return hasChanged ? Object.fromEntries(members) : input;
}

function fitValue(value: unknown, schema: JsonRecord, place: Place): unknown {
  if (place.depth > deepest) return value;
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const fitting = branches.find((branch) => hasType(value, branch));
    if (fitting) return fitValue(value, fitting, place);
    return firstFit(
      branches.map((branch) => fitValue(value, branch, place)),
      value,
      schema,
    );
  }
  if (!hasType(value, schema)) return convert(value, schema, place);
  if (isRecord(value)) return fitObject(value, schema, place);
  return Array.isArray(value) ? fitItems(value, schema, place) : value;
}

function fitItems(values: readonly unknown[], schema: JsonRecord, place: Place): readonly unknown[] {
  const items = recordOf(schema.items);
  if (Object.keys(items).length === 0) return values;
  const inside = { ...place, path: `${place.path}[]`, depth: place.depth + 1 };
  const fitted = values.map((value) => fitValue(value, items, inside));
  return fitted.some((value, index) => value !== values[index]) ? fitted : values;
}

function convert(value: unknown, schema: JsonRecord, place: Place): unknown {
  const converted = firstFit(
    typesOf(schema).map((type) => convertTo(type, value, schema)),
    value,
    schema,
  );
  if (converted === value) return value;
  place.converted.push(place.path);
  return isRecord(converted) || Array.isArray(converted) ? fitValue(converted, schema, place) : converted;
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

function toBoolean(word: string): boolean | undefined {
  if (/^true$/i.test(word)) return true;
  return /^false$/i.test(word) ? false : undefined;
}

function toList(value: unknown, items: JsonRecord): unknown {
  const isText = typeof value === "string" && value.trim().startsWith("[");
  if (isText) return parseJson(value);
  return value !== null && typesOf(items).length > 0 && hasType(value, items) ? [value] : undefined;
}

/** Not for fractions: how one was written (`1.10`) is lost. */
function toText(value: unknown): string | undefined {
  return typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : undefined;
}
