import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createRedactor } from "./redact.ts";

const secret = 'sk-canary/1+2 3?ü"';

it.each([
  ["as it is", secret],
  ["in JSON", JSON.stringify({ key: secret })],
  ["in a URL", `https://example.invalid/?key=${encodeURIComponent(secret)}`],
  ["in a URL, in lower case", encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
  ["in a form", new URLSearchParams({ key: secret }).toString()],
  ["in base64", Buffer.from(secret).toString("base64")],
  ["in base64 for URLs", Buffer.from(secret).toString("base64url")],
  ["as a password in a header", `Basic ${Buffer.from(`user:${secret}`).toString("base64")}`],
])("finds a secret %s", (_, text) => {
  const redacted = createRedactor([secret])(`before ${text} after`);
  expect(redacted).toMatch(/^before .*\[redacted\].* after$/);
  expect(redacted).not.toContain("canary");
  expect(Buffer.from(redacted.slice(7, -6).split(" ").at(-1) ?? "", "base64").toString()).not.toContain("canary");
});

it("finds it among any bytes in base64", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (before, after) => {
      const text = Buffer.concat([before, Buffer.from("canary-value-1"), after]).toString("base64");
      expect(createRedactor(["canary-value-1"])(text)).toContain("[redacted]");
    }),
  );
});

it("redacts all of a secret that starts like another", () => {
  expect(createRedactor(["secret", "secret-longer"])("secret-longer secret")).toBe("[redacted] [redacted]");
});

it("treats secrets as literal text", () => {
  expect(createRedactor(["a.c*d?e"])("abcxdye a.c*d?e")).toBe("abcxdye [redacted]");
});

it("does not redact short ones, which would match everywhere", () => {
  expect(createRedactor(["short", ""])("a short text")).toBe("a short text");
});
