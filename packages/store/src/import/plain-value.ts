import { isRecord } from "../is-record.ts";

export { isRecord };

export type Plain = Record<string, unknown>;

const deepest = 64;
const mostNodes = 5_000_000;
/** Names that would reach an object's prototype when assigned. */
const prototypeNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export function recordOf(value: unknown): Plain {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Those of an object's values that are texts, by their names. */
export function textsOf(value: unknown): Record<string, string> {
  const texts = Object.entries(recordOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since the epoch, from an ISO text. */
export function timeOf(value: unknown): number | undefined {
  return typeof value === "string" ? numberOf(Date.parse(value)) : undefined;
}

/** A count as vendors report it; 0 for anything else. */
export function countOf(value: unknown): number {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : 0;
}

/**
 * A copy with nothing in it but plain data: no prototype names, and no deeper than a log can write. Throws
 * `RangeError` when a small file unfolds to something huge, as YAML aliases can.
 */
export function plainCopy(value: unknown): unknown {
  const budget = { nodes: mostNodes };
  return copy(value, 0, budget);
}

function copy(value: unknown, depth: number, budget: { nodes: number }): unknown {
  budget.nodes -= 1;
  if (budget.nodes < 0) throw new RangeError("too many values");
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return "(too deeply nested)";
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, budget));
  if (value instanceof Date) return value.toISOString();
  const result: Plain = {};
  for (const [key, item] of Object.entries(value)) {
    if (!prototypeNames.has(key)) result[key] = copy(item, depth + 1, budget);
  }
  return result;
}

/** Whether two plain values say the same, whatever the order of their keys. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]));
}
