import * as z from "zod";
import { isRecord } from "../catalog/canonical-json.ts";
import type { JsonSchema } from "./bound-schema.ts";

export interface InputCheck {
  /** The input with defaults filled in, or what is wrong with it. */
  (input: unknown): { readonly value: unknown } | { readonly issues: readonly z.core.$ZodIssue[] };
}

/**
 * What costs the same for every value, or for every pair of them: no patterns of strangers are run, nothing is searched
 * twice. The server looks at the rest.
 */
const checked = new Set(
  (
    "type properties required items prefixItems additionalProperties enum const anyOf oneOf allOf default " +
    "minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems"
  ).split(" "),
);
/** Values times schemas: about 30 ms of work. */
const maxSteps = 200_000;

/** Checks input against a bounded schema, in bounded time: what is too much to check is let through. Never throws. */
export function createInputCheck(schema: JsonSchema): InputCheck {
  const steps = countSchemas(schema);
  let parser: z.ZodType | undefined;
  return (input) => {
    if (countValues(input, maxSteps / steps) * steps >= maxSteps) return { value: input };
    parser ??= parserFor(schema);
    const parsed = parser.safeParse(input);
    return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
  };
}

function parserFor(schema: JsonSchema): z.ZodType {
  try {
    return z.fromJSONSchema(checkable(schema));
  } catch {
    return z.unknown();
  }
}

function checkable(schema: unknown): Record<string, unknown> {
  if (!isRecord(schema)) return {};
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (!checked.has(key)) return [];
    if (key === "oneOf" || key === "anyOf") return Array.isArray(value) ? [["anyOf", value.map(checkable)]] : [];
    if (key === "allOf" || key === "prefixItems") return Array.isArray(value) ? [[key, value.map(checkable)]] : [];
    if (key === "properties") return isRecord(value) ? [[key, mapValues(value, checkable)]] : [];
    if (key === "items" || key === "additionalProperties") return [[key, isRecord(value) ? checkable(value) : value]];
    return [[key, value]];
  });
  return withNulls(Object.fromEntries(entries));
}

/** Models say null for what they leave out, and such keys are taken away: what may be null is null again. */
function withNulls(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema;
  if (!isRecord(properties) || !Array.isArray(required)) return schema;
  const given = Object.entries(properties).map(([name, inner]): [string, unknown] => [
    name,
    required.includes(name) && isRecord(inner) && takesNull(inner) ? { default: null, ...inner } : inner,
  ]);
  return { ...schema, properties: Object.fromEntries(given) };
}

function takesNull({ type, anyOf }: Record<string, unknown>): boolean {
  if (Array.isArray(type)) return type.includes("null");
  return type === "null" || (Array.isArray(anyOf) && anyOf.some((form) => isRecord(form) && takesNull(form)));
}

function mapValues(record: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function countSchemas(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce((sum: number, inner) => sum + countSchemas(inner), 0);
  return isRecord(schema) ? 1 + countSchemas(Object.values(schema)) : 0;
}

/** Stops counting at `most`. */
function countValues(value: unknown, most: number): number {
  let count = 0;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); count < most; next = waiting.pop()) {
    count += 1;
    if (typeof next === "object" && next !== null) {
      for (const inner of Object.values(next)) {
        if (waiting.length > most) return most;
        waiting.push(inner);
      }
    }
    if (waiting.length === 0) return count;
  }
  return count;
}

/** A tool's input as a schema of ours, which tells the model what to mend. */
export function toolInput(schema: JsonSchema): z.ZodType<Readonly<Record<string, unknown>>> {
  const check = createInputCheck(schema);
  return z.record(z.string(), z.unknown()).transform((given, context) => {
    const result = check(given);
    if ("value" in result) return isRecord(result.value) ? result.value : given;
    for (const issue of result.issues) {
      const { path, message } = issue;
      // Keys that are not known are left out, and the model is told; so they must be told apart.
      if (issue.code === "unrecognized_keys") context.issues.push({ ...issue, input: given });
      else context.issues.push({ code: "custom", path, message, input: given });
    }
    return z.NEVER;
  });
}
