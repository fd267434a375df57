import { isRecord } from "../is-record.ts";

export { isRecord };

export type Plain = Record<string, unknown>;

const maxDepth = 64;
const maxNodes = 5_000_000;
/** Keys that would change an object's prototype when assigned. */
const prototypeNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export function recordOf(value: unknown): Plain {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A non-empty string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The string values of an object, by key. */
export function textsOf(value: unknown): Record<string, string> {
  const texts = Object.entries(recordOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since the epoch, from an ISO string. */
export function timeOf(value: unknown): number | undefined {
  return typeof value === "string" ? numberOf(Date.parse(value)) : undefined;
}

/** A positive number; 0 for anything else. */
export function countOf(value: unknown): number {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : 0;
}

/**
 * A copy that contains only plain data: no prototype keys, and no deeper than a log can write. Throws `RangeError` if a
 * small file expands to something huge, as YAML aliases can.
 */
export function plainCopy(value: unknown): unknown {
  const budget = { nodes: maxNodes };
  return copy(value, 0, budget);
}

function copy(value: unknown, depth: number, budget: { nodes: number }): unknown {
  budget.nodes -= 1;
  if (budget.nodes < 0) throw new RangeError("too many values");
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "(too deeply nested)";
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, budget));
  if (value instanceof Date) return value.toISOString();
  const result: Plain = {};
  for (const [key, item] of Object.entries(value)) {
    if (!prototypeNames.has(key)) result[key] = copy(item, depth + 1, budget);
  }
  return result;
}

/** Whether two plain values are equal, ignoring the order of keys. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]));
}
