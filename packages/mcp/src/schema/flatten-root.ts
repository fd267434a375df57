import { isRecord } from "../catalog/canonical-json.ts";
import type { JsonSchema } from "./bound-schema.ts";

/**
 * Providers take only a plain object at the top. Of several forms all properties are told, and only what every form
 * requires is required.
 */
export function flattenRoot(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, allOf, type: _, ...rest } = schema;
  const all = formsOf(allOf);
  const some = [...formsOf(anyOf), ...formsOf(oneOf)];
  const shared = some
    .map(requiredOf)
    .reduce<readonly string[] | undefined>(
      (kept, names) => kept?.filter((name) => names.includes(name)) ?? names,
      undefined,
    );
  const properties = Object.fromEntries([...some, ...all, schema].flatMap((form) => entriesOf(form.properties)));
  const required = new Set([...requiredOf(schema), ...all.flatMap(requiredOf), ...(shared ?? [])]);
  const known = [...required].filter((name) => Object.hasOwn(properties, name));
  return { ...rest, type: "object", properties, ...(known.length > 0 ? { required: known } : { required: [] }) };
}

function formsOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function requiredOf({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}
