import { expect, test } from "vitest";
import { isSecretName, looksSecret, variableName } from "./secret-value.ts";

test.each([
  ["GITHUB_TOKEN", "anything"],
  ["apiKey", "anything"],
  ["X-Api-Key", "anything"],
  ["DB_PASSWORD", "hunter2"],
  ["WHATEVER", "sk-proj-abcdef"],
  ["WHATEVER", "ghp_abcdef"],
  ["WHATEVER", "Bearer abcdefgh"],
  ["WHATEVER", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x"],
  ["DATABASE", "postgres://ada:pass@db.example.com/x"],
  ["WHATEVER", "9f86d081884c7d659a2feaa0c55ad015"],
])("%s=%s is a secret", (name, value) => {
  expect(looksSecret(name, value)).toBe(true);
});

test.each([
  ["GITHUB_TOKEN", "${env:GITHUB_TOKEN}"],
  ["Authorization", "Bearer ${env:TOKEN}"],
  ["GITHUB_TOKEN", ""],
  ["AUTH_ENABLED", "true"],
  ["LOG_LEVEL", "debug"],
  ["MAX_TOKENS", "4096"],
  ["MODEL", "anthropic.claude-sonnet-4-5-20250929-v1:0"],
  ["PATH", "/usr/local/lib/node24/bin/something/long"],
  ["URL", "https://example.com/path"],
])("%s=%s is not a secret", (name, value) => {
  expect(looksSecret(name, value)).toBe(false);
});

test("token counts are not secrets", () => {
  expect(isSecretName("modelMaxThinkingTokens")).toBe(false);
  expect(isSecretName("modelMaxTokens")).toBe(false);
});

test("names of variables can be set in any shell", () => {
  expect(variableName("my server", "X-Api-Key")).toBe("MY_SERVER_X_API_KEY");
  expect(variableName("1password", "token")).toBe("ROO_1PASSWORD_TOKEN");
});
