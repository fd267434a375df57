import type { Fields } from "./strict-fields.ts";

/** Answers as the vendor does when a request is wrong. */
export function refuse(isWrong: boolean, message: string): void {
  if (isWrong) throw new Error(`invalid_request_error: ${message}`);
}

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
