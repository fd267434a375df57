import { expect, test } from "vitest";
import { fileOf, findOne, taskOf } from "../../../test/import-fixture.ts";
import { expectSendable } from "../../../test/sendable.ts";

test("providers and the two modes become profiles, each with its own key", async () => {
  const { profiles, secrets, settings, unmapped } = await findOne("cline");
  expect(profiles).toEqual({
    "cline-deepseek": {
      apiProvider: "deepseek",
      apiModelId: "deepseek-chat",
      apiBaseUrl: "https://api.deepseek.example",
      maxTokens: 8000,
    },
    "cline-cline": { apiProvider: "cline" },
    cline: { apiProvider: "openrouter", apiModelId: "vendor/act" },
    "cline-plan": { apiProvider: "anthropic", apiModelId: "claude-opus-4", apiBaseUrl: "https://proxy.example.com" },
  });
  expect(Object.fromEntries(secrets)).toEqual({
    "cline-deepseek": { apiKey: "CANARY-cline-deepseek" },
    cline: { apiKey: "CANARY-cline-openrouter" },
    "cline-plan": { apiKey: "CANARY-cline-anthropic" },
  });
  expect(settings).toEqual({
    profile: "cline-deepseek",
    modeProfiles: { architect: "cline-plan" },
    mode: "code",
    language: "Deutsch - German",
    autoApprove: ["read", "mcp"],
  });
  const said = unmapped.join("\n");
  expect(said).toContain("Cline approved only commands that the model called safe");
  expect(said).toContain("Profile cline-cline was signed in with an account");
  expect(said).toContain("mistralApiKey belongs to a provider that is not in use");
});

test("rules, workflows, skills and MCP servers are imported, hooks are not", async () => {
  const imported = await findOne("cline");
  expect(imported.files.map(({ scope, path }) => `${scope} ${path}`)).toEqual([
    "user rules/cline/style.md",
    "user commands/release.md",
    "user skills/pdf/SKILL.md",
    "project rules/cline/testing.md",
    "project commands/ship.md",
    "user mcp-settings.json",
  ]);
  expect(JSON.parse(fileOf(imported, "mcp-settings.json"))).toEqual({
    mcpServers: {
      files: { command: "files-server", args: ["--root", "."], timeout: 30, alwaysAllow: ["read"] },
      remote: {
        type: "streamable-http",
        url: "https://mcp.example.com",
        headers: { "X-Api-Key": "${env:REMOTE_X_API_KEY}" },
      },
    },
  });
  expect(imported.unmapped.join("\n")).toContain("hooks are programs and are not imported");
});

test("a task of an older version continues without the messages its window had dropped", async () => {
  const task = taskOf(await findOne("cline"), "1754000000123");
  expect(task).toMatchObject({
    title: "Rename the module",
    cwd: "/home/ada/cline",
    createdAt: "2025-07-31T22:13:20.123Z",
  });
  const text = JSON.stringify(expectSendable(task.events()).messages);
  expect(text).not.toContain("Old middle.");
  expect(text).toContain("Done.");
});

test("a session of a newer version keeps images and files of results", async () => {
  const { messages, usage } = expectSendable(taskOf(await findOne("cline"), "sess_cline_1").events());
  expect(messages[1]?.content[0]).toEqual({ type: "reasoning", text: "Let me see." });
  expect(messages[2]?.content).toMatchObject([
    { images: [{ mediaType: "image/png" }], content: expect.stringContaining("hello") },
  ]);
  expect(usage).toMatchObject({ inputTokens: 100, outputTokens: 20, costUsd: 0.001 });
});
