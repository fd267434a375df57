import { expect, test } from "vitest";
import { fileOf, findOne, taskOf } from "../../../test/import-fixture.ts";
import { expectSendable } from "../../../test/sendable.ts";

test("settings become a profile with its key, and approvals", async () => {
  const { profiles, secrets, settings, unmapped } = await findOne("claude-code");
  expect(profiles).toEqual({
    "claude-code": {
      apiProvider: "anthropic",
      apiModelId: "claude-opus-4-5",
      apiBaseUrl: "https://gateway.example.com",
    },
  });
  expect([...secrets]).toEqual([["claude-code", { apiKey: "CANARY-claude-key" }]]);
  expect(settings).toEqual({
    profile: "claude-code",
    autoApprove: ["read", "edit"],
    approvals: [
      { action: "deny", kind: "read", path: ".env" },
      { action: "allow", command: "npm run test *" },
    ],
    language: "french",
  });
  const said = unmapped.join("\n");
  expect(said).toContain("Environment variables set by Claude Code stay there: MY_SERVICE_TOKEN.");
  expect(said).toContain(".claude/settings.json: settings of the project were not imported.");
});

test("instructions, commands, skills, agents and MCP servers are imported", async () => {
  const imported = await findOne("claude-code");
  expect(imported.files.map(({ scope, path }) => `${scope} ${path}`)).toEqual([
    "user rules/claude-code.md",
    "user commands/git-commit.md",
    "user skills/charts/SKILL.md",
    "user skills/charts/scripts/draw.py",
    "project commands/check.md",
    "project rules/claude-code.md",
    "user mcp-settings.json",
    "project mcp.json",
  ]);
  expect(fileOf(imported, "commands/git-commit.md")).toBe(
    "---\ndescription: Commits\nargument-hint: '[message]'\n---\nCommit: !`git status`\n$ARGUMENTS\n",
  );
  expect(imported.modes).toEqual([
    {
      slug: "code-reviewer",
      name: "code-reviewer",
      roleDefinition: "You review code.",
      description: "Reviews code",
      whenToUse: "Reviews code",
      groups: [{ group: "read" }, { group: "command" }],
      scope: "user",
    },
  ]);
  expect(JSON.parse(fileOf(imported, "mcp.json", "project")).mcpServers.db).toEqual({
    command: "db-server",
    args: ["${env:DB_URL}"],
    env: { DB_PASSWORD: "${env:DB_PASSWORD}", MODE: "${env:MODE}" },
  });
  expect(imported.unmapped).toContain("MCP server db: the default of DB_URL was skipped.");
});

test("a session is its latest branch, with replies joined from their lines", async () => {
  const imported = await findOne("claude-code");
  const task = taskOf(imported, "3b9ac9ff-0000-4000-8000-000000000001");
  expect(task).toMatchObject({
    title: "Fix the build",
    cwd: "/home/ada/claude",
    createdAt: "2026-03-01T10:00:00.000Z",
  });
  const state = expectSendable(task.events());
  expect(state.messages).toEqual([
    { role: "user", content: [{ type: "text", text: "Fix the build" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "Look first." },
        { type: "tool-call", callId: "toolu_a", name: "Bash", input: { command: "make" } },
        { type: "tool-call", callId: "toolu_b", name: "Read", input: { file_path: "Makefile" } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", callId: "toolu_a", name: "Bash", content: "error", isError: true },
        { type: "tool-result", callId: "toolu_b", name: "Read", content: "all:", isError: false },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "Fixed." }] },
  ]);
  expect(state.usage).toMatchObject({ inputTokens: 110, outputTokens: 30, cacheReadTokens: 90 });
  expect(imported.unmapped.join("\n")).toContain("of abandoned branches, which stay in the original: 1.");
  expect(imported.unmapped.join("\n")).toContain("Conversations of subagents were skipped (1)");
});
