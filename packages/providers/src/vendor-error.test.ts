import { describe, expect, it } from "vitest";
import { resolveConnection } from "./connection.ts";
import { readErrorDetails, toVendorError } from "./vendor-error.ts";

const connection = resolveConnection({ apiProvider: "groq", apiKey: "sk-canary-123" }, {});
const errorFor = (body: string, more: { status: number; retryAfterMs?: number }) =>
  toVendorError({ connection, format: "chat completions", body, ...more });

it.each([
  ["", "Groq answered 500."],
  ["no end", "Groq answered 500: no end."],
  ["An end.", "Groq answered 500: An end."],
  ["Why?", "Groq answered 500: Why?"],
])("ends the message of %j with a full stop", (body, message) => {
  expect(errorFor(body, { status: 500 }).message).toBe(message);
});

it.each([
  [5_000, undefined],
  [90_000, "Retry in 2 minutes."],
  [86_400_000, "Retry in 24 hours."],
])("reports a wait of %d ms: %s", (retryAfterMs, next) => {
  expect(errorFor("slow down", { status: 429, retryAfterMs }).next).toBe(next);
});

const retry = (retryDelay: unknown) => ({ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay });
const because = (reason: string) => ({ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason });

describe("readErrorDetails", () => {
  it.each([
    ["37s", 37_000],
    ["0.5s", 500],
    ["12.345678901s", 12_346],
    ["0s", 0],
    ["999999999s", 86_400_000],
    ["", undefined],
    ["soon", undefined],
    ["-3s", undefined],
    [37, undefined],
  ])("reads a wait of %j", (retryDelay, ms) => {
    expect(readErrorDetails([because("X"), retry(retryDelay)]).retryAfterMs).toBe(ms);
  });

  it("ignores malformed details", () => {
    for (const details of [undefined, null, "37s", {}, [null, 3, []]]) {
      expect(readErrorDetails(details)).toEqual({ reason: undefined, retryAfterMs: undefined });
    }
  });
});

describe("a Google error", () => {
  const gemini = resolveConnection({ apiProvider: "gemini", apiKey: "k" }, {});
  const meaning = (status: number, error: object, retryAfterMs?: number) =>
    toVendorError({ connection: gemini, format: "f", body: JSON.stringify([{ error }]), status, retryAfterMs });

  it("contains the wait; a header takes precedence", () => {
    const error = { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota", details: [retry("37s")] };
    expect(meaning(429, error)).toMatchObject({ code: "rate_limited", retryAfterMs: 37_000 });
    expect(meaning(429, error, 5)).toMatchObject({ retryAfterMs: 5 });
  });

  it("distinguishes an invalid key from a bad request, and missing billing from missing permission", () => {
    const wrong = { code: 400, status: "INVALID_ARGUMENT", message: "API key not valid.", details: [] };
    expect(meaning(400, wrong).code).toBe("bad_request");
    expect(meaning(400, { ...wrong, details: [because("API_KEY_INVALID")] }).code).toBe("unauthorized");
    expect(meaning(403, { ...wrong, code: 403, details: [because("BILLING_DISABLED")] }).code).toBe(
      "insufficient_credit",
    );
  });

  it("within a stream is identified by its code or its status", () => {
    const within = (error: object) => toVendorError({ connection: gemini, format: "f", body: { error } });
    expect(within({ code: 503, message: "busy" }).code).toBe("overloaded");
    expect(within({ status: "RESOURCE_EXHAUSTED" }).code).toBe("rate_limited");
  });

  it("of a cloud explains how to sign in", () => {
    const vertex = resolveConnection({ apiProvider: "vertex", project: "p" }, {});
    expect(toVendorError({ connection: vertex, format: "f", body: "", status: 401 }).next).toMatch(/gcloud auth/);
  });
});
