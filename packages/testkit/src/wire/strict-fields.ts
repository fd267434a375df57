export type Fields = Record<string, unknown>;

/** For reading what a client sent as strictly as a vendor does: throws for anything else. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("an object was expected");
  return Object.fromEntries(Object.entries(value));
}

export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("a list was expected");
  return value;
}

export function refuseUnless(isFine: boolean, error: string): void {
  if (!isFine) throw new Error(error);
}

export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("a string was expected");
  return value;
}
