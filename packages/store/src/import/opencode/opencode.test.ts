import { expect, test } from "vitest";
import { fileOf, findOne, taskOf } from "../../../test/import-fixture.ts";
import { expectSendable } from "../../../test/sendable.ts";

test("providers become profiles with their keys", async () => {
  const { profiles, secrets, settings, unmapped } = await findOne("opencode");
  expect(profiles).toEqual({
    opencode: { apiProvider: "anthropic", apiModelId: "claude-sonnet-4-5", apiKey: "${env:ANTHROPIC_API_KEY}" },
    "opencode-lab": { apiProvider: "openai-compatible", apiModelId: "lab-2", apiBaseUrl: "https://lab.example.com/v1" },
    "opencode-openai": { apiProvider: "openai" },
  });
  expect(Object.fromEntries(secrets)).toEqual({
    "opencode-lab": { apiKey: "CANARY-opencode-config", headers: { "X-Token": "CANARY-opencode-header" } },
    "opencode-openai": { apiKey: "CANARY-opencode-auth" },
  });
  expect(settings).toEqual({ profile: "opencode", mode: "architect" });
  const said = unmapped.join("\n");
  expect(said).toContain("Profile github-copilot was signed in with an account");
});

test("agents become modes with no more rights than they had", async () => {
  const { modes } = await findOne("opencode");
  expect(modes.map(({ slug, scope, groups }) => [scope, slug, groups])).toEqual([
    [
      "user",
      "docs-writer",
      [
        { group: "read" },
        { group: "edit", filePattern: "^(docs/.*\\.md)$", description: "docs/*.md" },
        { group: "mcp" },
      ],
    ],
    ["user", "tidy", [{ group: "read" }, { group: "command" }, { group: "mcp" }]],
    ["project", "helper", [{ group: "read" }, { group: "edit" }, { group: "command" }, { group: "mcp" }]],
  ]);
});

test("commands refer to our modes, and MCP servers are in our format", async () => {
  const imported = await findOne("opencode");
  expect(fileOf(imported, "commands/test.md")).toBe("---\ndescription: Runs tests\nmode: code\n---\nRun the tests.\n");
  expect(fileOf(imported, "commands/hello.md")).toBe(
    "---\ndescription: Greets\nmode: architect\n---\nSay hello to $ARGUMENTS",
  );
  expect(JSON.parse(fileOf(imported, "mcp-settings.json"))).toEqual({
    mcpServers: {
      jira: {
        command: "jira-server",
        args: ["--url", "${env:JIRA_URL}"],
        env: { JIRA_TOKEN: "${env:JIRA_TOKEN}" },
        timeout: 8,
      },
      web: { type: "streamable-http", url: "https://web.example.com/mcp", disabled: true },
    },
  });
});

test("a session's steps become turns, each with the results of its calls", async () => {
  const imported = await findOne("opencode");
  const state = expectSendable(taskOf(imported, "ses_abc123").events());
  expect(state.messages).toMatchObject([
    { role: "user", content: [{ text: "Sort the list" }, { type: "image" }] },
    { role: "assistant", content: [{ type: "reasoning", text: "Quick sort." }, { callId: "c1" }, { callId: "c2" }] },
    { role: "tool", content: [{ content: "[3,1]" }, { content: "no such command", isError: true }] },
    { role: "assistant", content: [{ callId: "c3" }, { text: "Sorted." }] },
    { role: "tool", content: [{ content: "No result of this call was recorded." }] },
  ]);
  expect(state).toMatchObject({ mode: "code", turns: 2, usage: { inputTokens: 33, outputTokens: 11, costUsd: 0.01 } });
  expect(imported.tasks.map(({ originalId }) => originalId)).toEqual(["ses_abc123"]);
});
