/** The same text for the same value, in whatever order its keys were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner)) ?? "null";
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Asked for when it is first used: cryptography is much to load, and a start does without. */
export function sha256(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text, "hex");
}
