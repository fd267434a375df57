import { isRecord } from "../catalog/canonical-json.ts";
import { cleanText } from "../catalog/clean-text.ts";

export type JsonSchema = Record<string, unknown>;

interface Bounds {
  readonly depth: number;
  readonly nodes: number;
  readonly description: number;
}

/** Tried in this order until the schema is short enough. */
const bounds: readonly Bounds[] = [
  { depth: 12, nodes: 1_000, description: 500 },
  { depth: 8, nodes: 500, description: 120 },
  { depth: 4, nodes: 200, description: 0 },
  { depth: 1, nodes: 100, description: 0 },
];
const maxSchemaLength = 16_000;
const maxTextLength = 200;
const maxItems = 100;

const single = new Set(["items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"]);
const lists = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const named = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** References are resolved within the schema only; nothing is ever fetched. */
const dropped = new Set(
  "$schema $id $ref $defs definitions $anchor $dynamicRef $dynamicAnchor $vocabulary $comment examples".split(" "),
);

/**
 * A tool's schema for the model: an object, without references, of bounded size. What is too deep or too large becomes
 * "anything", because the server validates its input anyway.
 */
export function boundSchema(input: unknown): JsonSchema {
  for (const bound of bounds) {
    const schema = flattenRoot(new Walk(input, bound).schema(input, 0, []));
    if (JSON.stringify(schema).length <= maxSchemaLength) return schema;
  }
  return { type: "object", properties: {} };
}

class Walk {
  readonly #root: unknown;
  readonly #bound: Bounds;
  #nodes = 0;

  constructor(root: unknown, bound: Bounds) {
    this.#root = root;
    this.#bound = bound;
  }

  schema(input: unknown, depth: number, seen: readonly unknown[]): JsonSchema {
    this.#nodes += 1;
    if (!isRecord(input) || depth > this.#bound.depth || this.#nodes > this.#bound.nodes) return {};
    if (input.$ref === undefined) return this.#keywords(input, depth, seen);
    const target = resolveReference(this.#root, input.$ref);
    if (target === undefined || seen.includes(target)) return {};
    const { $ref: _, ...beside } = input;
    const referred = this.schema(target, depth, [...seen, target]);
    return { ...referred, ...this.#keywords(beside, depth, seen) };
  }

  #keywords(input: JsonSchema, depth: number, seen: readonly unknown[]): JsonSchema {
    const entries = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
      if (dropped.has(key)) return [];
      const kept = this.#keyword(key, value, { depth: depth + 1, seen });
      return kept === undefined ? [] : [[key, kept]];
    });
    return Object.fromEntries(entries);
  }

  #keyword(key: string, value: unknown, at: { depth: number; seen: readonly unknown[] }): unknown {
    const inner = (schema: unknown): JsonSchema => this.schema(schema, at.depth, at.seen);
    if (single.has(key)) return isRecord(value) ? inner(value) : typeof value === "boolean" ? value : undefined;
    if (lists.has(key)) return Array.isArray(value) ? value.slice(0, maxItems).map(inner) : undefined;
    if (named.has(key)) {
      if (!isRecord(value)) return undefined;
      const shown = Object.entries(value).slice(0, maxItems);
      return Object.fromEntries(shown.map(([name, schema]) => [name.slice(0, maxTextLength), inner(schema)]));
    }
    if (key === "description" || key === "title") return cleanText(value, this.#bound.description) || undefined;
    return plainValue(value);
  }
}

function plainValue(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value, maxTextLength);
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => (isRecord(item) ? {} : plainValue(item)));
  return typeof value === "number" || typeof value === "boolean" || value === null ? value : undefined;
}

/**
 * Providers accept only a plain object at the top level. Of several alternatives all properties are merged, and only
 * what every alternative requires is required.
 */
function flattenRoot(schema: JsonSchema): JsonSchema {
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
  return { ...rest, type: "object", properties, required: known };
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

/** The target of a reference within the same schema; undefined for external and dangling references. */
function resolveReference(root: unknown, reference: unknown): unknown {
  if (typeof reference !== "string" || !/^#(\/|$)/.test(reference)) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(2).split("/").filter(Boolean)) {
    const key = unescape(step);
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Object.entries(found).find(([name]) => name === key)?.[1];
  }
  return found;
}

function unescape(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
