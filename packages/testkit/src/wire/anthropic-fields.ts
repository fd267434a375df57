import type { Fields } from "./strict-fields.ts";

/** Throws the vendor's error for an invalid request. */
export function refuse(isInvalid: boolean, message: string): void {
  if (isInvalid) throw new Error(`invalid_request_error: ${message}`);
}

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
