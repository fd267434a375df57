import { isRecord } from "./loose-input.ts";

/**
 * Other forms: a list of paths, also as JSON; `files: [{path, lineRanges}]` without a path; `line_range`s such as
 * "10-20"; `start_line` and `end_line`.
 */
export function adaptReadInput(input: Record<string, unknown>): Record<string, unknown> {
  const own = typeof input.path === "string" ? splitRanges(input) : [];
  const paths = Array.isArray(input.path) ? input.path : [];
  const others = [...paths, ...listOf(input.files)].flatMap(toRequests);
  const [first, ...rest] = [...own, ...others].map(dropNulls);
  if (!isRecord(first)) return input;
  return rest.length === 0 ? first : { ...first, files: rest };
}

/** Also one that was written as JSON, and a single path. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || value.trim() === "") return [];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : [list];
  } catch {
    return [value];
  }
}

/** Where every key must be given, models write null for the ones they leave out. */
function dropNulls(request: unknown): unknown {
  if (!isRecord(request)) return request;
  return Object.fromEntries(
    Object.entries(request).flatMap(([key, value]) => (value === null ? [] : [[key, dropNulls(value)]])),
  );
}
function toRequests(file: unknown): unknown[] {
  if (typeof file === "string") return [{ path: file }];
  return isRecord(file) ? splitRanges(file) : [file];
}

/** One request per range. */
function splitRanges(file: Record<string, unknown>): Record<string, unknown>[] {
  const { lineRanges, line_ranges, line_range, start_line, end_line, files: _, ...request } = file;
  const lines = start_line === undefined ? [] : [[start_line, end_line ?? Number.MAX_SAFE_INTEGER]];
  const ranges = [lineRanges ?? line_ranges ?? line_range ?? lines].flat(1).flatMap(toRange);
  if (ranges.length === 0) return [request];
  return ranges.map(({ start, end }) => ({ path: file.path, offset: start, limit: end - start + 1 }));
}

function toRange(range: unknown): { start: number; end: number }[] {
  const [start, end] = bounds(range);
  return Number.isInteger(start) && Number.isInteger(end) && end >= start ? [{ start, end }] : [];
}

function bounds(range: unknown): [number, number] {
  if (typeof range === "string") {
    const [, start, end] = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(range) ?? [];
    return [Number(start), Number(end)];
  }
  if (Array.isArray(range)) return [Number(range[0]), Number(range[1])];
  return isRecord(range) ? [Number(range.start), Number(range.end)] : [Number.NaN, Number.NaN];
}
