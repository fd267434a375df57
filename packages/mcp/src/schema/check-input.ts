import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/client";
import * as z from "zod";
import { isRecord } from "../catalog/canonical-json.ts";
import { boundSchema, type JsonSchema } from "./bound-schema.ts";

export interface InputCheck {
  /** The input with defaults filled in, or what is wrong with it. */
  (input: unknown): { readonly value: unknown } | { readonly issues: readonly z.core.$ZodIssue[] };
}

/**
 * Keywords whose check takes constant time per value: no patterns from servers are run, no uniqueness is checked. The
 * server checks the rest.
 */
const checkedKeywords = new Set(
  (
    "type properties required items prefixItems additionalProperties enum const anyOf oneOf allOf default " +
    "minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems"
  ).split(" "),
);
/** Values times schemas: about 30 ms of work. */
const maxSteps = 200_000;

/** Checks input against a bounded schema, in bounded time: what is too large to check is accepted. Never throws. */
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
    if (!checkedKeywords.has(key)) return [];
    if (key === "oneOf" || key === "anyOf") return Array.isArray(value) ? [["anyOf", value.map(checkable)]] : [];
    if (key === "allOf" || key === "prefixItems") return Array.isArray(value) ? [[key, value.map(checkable)]] : [];
    if (key === "properties") return isRecord(value) ? [[key, mapValues(value, checkable)]] : [];
    if (key === "items" || key === "additionalProperties") return [[key, isRecord(value) ? checkable(value) : value]];
    return [[key, value]];
  });
  return withNulls(Object.fromEntries(entries));
}

/** Models write null for omitted keys, and such keys are removed earlier: required nullable keys default to null. */
function withNulls(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema;
  if (!isRecord(properties) || !Array.isArray(required)) return schema;
  const nullable = Object.entries(properties).map(([name, inner]): [string, unknown] => [
    name,
    required.includes(name) && isRecord(inner) && takesNull(inner) ? { default: null, ...inner } : inner,
  ]);
  return { ...schema, properties: Object.fromEntries(nullable) };
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

/** Stops counting at `max`. */
function countValues(value: unknown, max: number): number {
  let count = 0;
  const pending: unknown[] = [value];
  for (let next = pending.pop(); count < max; next = pending.pop()) {
    count += 1;
    if (typeof next === "object" && next !== null) {
      for (const inner of Object.values(next)) {
        if (pending.length > max) return max;
        pending.push(inner);
      }
    }
    if (pending.length === 0) return count;
  }
  return count;
}

/** A Zod schema for a tool's input, whose issues tell the model what to fix. */
export function toolInput(schema: JsonSchema): z.ZodType<Readonly<Record<string, unknown>>> {
  const check = createInputCheck(schema);
  return z.record(z.string(), z.unknown()).transform((input, context) => {
    const result = check(input);
    if ("value" in result) return isRecord(result.value) ? result.value : input;
    for (const issue of result.issues) {
      const { path, message } = issue;
      // The caller drops unknown keys and tells the model, so their issues must be recognisable.
      if (issue.code === "unrecognized_keys") context.issues.push({ ...issue, input: input });
      else context.issues.push({ code: "custom", path, message, input: input });
    }
    return z.NEVER;
  });
}

/** Validates structured answers for the SDK with the bounded check for input, instead of compiling schemas. */
export const answerValidator: jsonSchemaValidator = {
  getValidator<Value>(schema: JsonSchemaType): JsonSchemaValidator<Value> {
    const isObject = schema.type === "object" && schema.anyOf === undefined && schema.oneOf === undefined;
    // Only objects can be bounded without changing their meaning.
    const check = isObject ? createInputCheck(boundSchema(schema)) : undefined;
    return (input: unknown) => {
      const checked = check?.(input) ?? { value: input };
      if ("value" in checked) {
        // The SDK expects the value in its own type.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        return { valid: true, data: input as Value, errorMessage: undefined };
      }
      const errorMessage = checked.issues
        .slice(0, 5)
        .map(({ message }) => message)
        .join("; ");
      return { valid: false, data: undefined, errorMessage };
    };
  },
};
