export type Fields = Record<string, unknown>;

/** Reads a client's request as strictly as a vendor does: throws for any other type. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("expected an object");
  return Object.fromEntries(Object.entries(value));
}

export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("expected a list");
  return value;
}

export function refuseUnless(isValid: boolean, error: string): void {
  if (!isValid) throw new Error(error);
}

export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("expected a string");
  return value;
}
