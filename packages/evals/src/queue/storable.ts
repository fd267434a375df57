/** Replaces characters that PostgreSQL cannot store, such as NUL bytes in the output of programs. */
export function storable<Value>(value: Value): Value {
  // The shape stays the same.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return storableValue(value) as Value;
}

function storableValue(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\u0000", "\uFFFD").toWellFormed();
  if (Array.isArray(value)) return value.map(storableValue);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), storableValue(part)]));
}

const batchSize = 500;

/** Splits rows into batches for one statement each. */
export function batches<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / batchSize);
  return Array.from({ length: count }, (_, index) => rows.slice(index * batchSize, (index + 1) * batchSize));
}
