/** The same with what PostgreSQL's texts cannot hold replaced: programs print zero bytes, and models repeat them. */
export function storable<Value>(value: Value): Value {
  // The same shape comes back.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return plain(value) as Value;
}

function plain(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\u0000", "\uFFFD").toWellFormed();
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), plain(part)]));
}

const rowsAtOnce = 500;

/** Rows in portions that one statement takes. */
export function portions<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsAtOnce);
  return Array.from({ length: count }, (_, index) => rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce));
}
