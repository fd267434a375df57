import { describe, expect, it } from "vitest";
import { quoterFor } from "./redact.ts";

describe("quoterFor", () => {
  it("redacts every occurrence of the secret", () => {
    expect(quoterFor("sk-0123456789")("key sk-0123456789 (sk-0123456789)", 99)).toBe("key [redacted] ([redacted])");
  });

  it("redacts several secrets, longer ones before those they contain", () => {
    const quote = quoterFor("secret-of-a-header", undefined, "Bearer secret-of-a-header");
    expect(quote("Bearer secret-of-a-header, secret-of-a-header", 99)).toBe("[redacted], [redacted]");
  });

  it("leaves no part of a secret when it truncates", () => {
    expect(quoterFor("sk-0123456789")("the key is sk-0123456789", 15)).not.toContain("sk-0");
  });

  it("keeps short placeholder keys from garbling a message", () => {
    expect(quoterFor("none")("there is none", 99)).toBe("there is none");
  });

  it("returns one bounded line without control or invisible characters", () => {
    const text = quoterFor(undefined)("a\u001b[31m\r\n\tb\u202ec\u200b".padEnd(400, "x"), 50);
    expect(text).toMatch(/^a \[31m b c x+…$/);
    expect(text.length).toBe(50);
  });
});
