import { expect, test } from "vitest";
import { run } from "../../test/eval-runs.ts";
import { configurationChanges } from "./configuration-changes.ts";

test("differences are listed by path, with both values", () => {
  const before = run({ model: "fake/small", request: { settings: { temperature: 0, mode: "code" }, iterations: 1 } });
  const after = run({
    model: "fake/large",
    name: "after lunch",
    request: {
      settings: { temperature: 0.5, mode: "code" },
      iterations: 3,
      prompt: "Think first.",
      name: "after lunch",
    },
  });
  expect(configurationChanges(before, after)).toEqual([
    { path: "iterations", baseline: "1", candidate: "3" },
    { path: "model", baseline: '"fake/small"', candidate: '"fake/large"' },
    { path: "prompt", baseline: null, candidate: '"Think first."' },
    { path: "settings.temperature", baseline: "0", candidate: "0.5" },
  ]);
});

test("the same configuration has no changes, whatever the order of its keys", () => {
  const before = run({ request: { settings: { a: 1, b: { c: [1, 2] } } } });
  const after = run({ request: { settings: { b: { c: [1, 2] }, a: 1 } } });
  expect(configurationChanges(before, after)).toEqual([]);
});

test("secrets are not shown, only that they differ", () => {
  const before = run({ request: { settings: { apiKey: "sk-fake-one", maxTokens: 5 } } });
  const after = run({
    request: { settings: { apiKey: "sk-fake-two", maxTokens: 6, servers: [{ token: "sk-fake-3" }] } },
  });
  const changes = configurationChanges(before, after);
  expect(JSON.stringify(changes)).not.toContain("sk-fake");
  expect(changes).toContainEqual({ path: "settings.apiKey", baseline: "(secret)", candidate: "(secret)" });
  expect(changes).toContainEqual({ path: "settings.maxTokens", baseline: "5", candidate: "6" });
});

test("long values are truncated", () => {
  const [change] = configurationChanges(run(), run({ request: { prompt: "x".repeat(5000) } }));
  expect(change?.candidate).toHaveLength(200);
});
