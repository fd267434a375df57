import { expect, it } from "vitest";
import { resolveConnection } from "./connection.ts";
import { toVendorError } from "./vendor-error.ts";

const connection = resolveConnection({ apiProvider: "groq", apiKey: "sk-canary-123" }, {});
const errorFor = (body: string, more: { status: number; retryAfterMs?: number }) =>
  toVendorError({ connection, format: "chat completions", body, ...more });

it.each([
  ["", "Groq answered 500."],
  ["no end", "Groq answered 500: no end."],
  ["An end.", "Groq answered 500: An end."],
  ["Why?", "Groq answered 500: Why?"],
])("makes a sentence of %j", (body, message) => {
  expect(errorFor(body, { status: 500 }).message).toBe(message);
});

it.each([
  [5_000, undefined],
  [90_000, "It asks to wait 2 minutes."],
  [86_400_000, "It asks to wait 24 hours."],
])("says of a wait of %d ms: %s", (retryAfterMs, next) => {
  expect(errorFor("slow down", { status: 429, retryAfterMs }).next).toBe(next);
});
