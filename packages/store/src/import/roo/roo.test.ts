import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { fileOf, findOne, fixtureOptions, importFixtures, taskOf } from "../../../test/import-fixture.ts";
import { expectSendable } from "../../../test/sendable.ts";
import { tempFolder } from "../../../test/temp-folder.ts";

const firstTask = "0198c0de-0000-7000-8000-000000000001";
const condensedTask = "0198c0de-0000-7000-8000-000000000002";

test("the CLI's storage has profiles with their keys, settings, and profiles per mode", async () => {
  const { settings, profiles, secrets, unmapped } = await findOne("roo");
  expect(profiles).toEqual({
    work: {
      apiProvider: "openrouter",
      apiModelId: "vendor/model-1",
      maxTokens: 4096,
      temperature: 0.2,
      openRouterSpecificProvider: "fast",
    },
    local: { apiProvider: "ollama", apiModelId: "tiny", apiBaseUrl: "http://localhost:11434", contextWindow: 8192 },
  });
  expect([...secrets]).toEqual([["work", { apiKey: "CANARY-roo-openrouter" }]]);
  expect(settings).toEqual({
    profile: "work",
    modeProfiles: { code: "work", ask: "local" },
    autoApprove: ["read", "edit"],
    approvals: [
      { action: "allow", command: "npm test *" },
      { action: "allow", command: "git log *" },
    ],
    customInstructions: "Be brief.",
    language: "de",
    mode: "code",
  });
  expect(unmapped).toContain("Settings without an equivalent here: soundEnabled.");
  expect(unmapped).toContain("The profile of mode lost was not found.");
});

test("VS Code's storage has modes and MCP servers, and its unreadable keys are reported", async () => {
  const imported = await findOne("roo");
  expect(imported.modes).toEqual([
    {
      slug: "reviewer",
      name: "🔎 Reviewer",
      roleDefinition: "You review changes and never make them.",
      whenToUse: "Before a change is merged.",
      customInstructions: "Name the file and the line.",
      groups: [
        { group: "read" },
        { group: "edit", filePattern: "\\.md$", description: "Markdown files" },
        { group: "mcp" },
      ],
      scope: "user",
    },
  ]);
  expect(JSON.parse(fileOf(imported, "mcp-settings.json"))).toEqual({
    mcpServers: {
      github: {
        command: "npx",
        args: ["-y", "github-server", "--token", "${env:GITHUB_TOKEN}"],
        env: { GITHUB_TOKEN: "${env:GITHUB_TOKEN}", LOG_LEVEL: "debug" },
        timeout: 120,
        alwaysAllow: ["search"],
      },
      docs: {
        type: "sse",
        url: "https://docs.example.com/mcp?api_key=${env:DOCS_API_KEY}",
        headers: { Authorization: "Bearer ${env:DOCS_TOKEN}" },
        disabled: true,
      },
    },
  });
  const said = imported.unmapped.join("\n");
  expect(said).toContain("keys are in VS Code's secret storage");
  expect(said).toContain("Mode not a slug of ~/.config/Code");
  expect(said).toContain("MCP server broken of");
  expect(said).toContain("rules in ~/.roo are used as they are.");
  const elsewhere = await findOne("roo", { ...fixtureOptions("roo"), home: "/somewhere/else" });
  expect(elsewhere.files.map(({ path }) => path)).toContain("rules/own.md");
});

test("a task becomes a log that can be resumed", async () => {
  const task = taskOf(await findOne("roo"), firstTask);
  expect(task).toMatchObject({
    taskId: firstTask,
    title: "Add a test for the parser",
    createdAt: "2025-07-31T22:13:20.000Z",
    cwd: "/home/ada/project",
  });
  const state = expectSendable(task.events());
  expect(state).toMatchObject({
    mode: "reviewer",
    completion: "The test is there.",
    outcome: { status: "completed", result: "The test is there." },
    usage: { inputTokens: 1500, outputTokens: 120, cacheReadTokens: 900, costUsd: 0.02 },
  });
  expect(state.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "tool",
    "user",
    "assistant",
    "tool",
  ]);
  expect(state.messages[0]?.content[1]).toMatchObject({ type: "image", mediaType: "image/png" });
  expect(state.messages[1]?.content[0]).toEqual({ type: "reasoning", text: "First look at it." });
  expect(state.messages[2]?.content).toMatchObject([
    { content: "export const parse = 1;" },
    { content: "src/", images: [{ mediaType: "image/png" }] },
  ]);
  expect(state.messages[4]?.content).toMatchObject([{ content: "1 failed", isError: true }]);
});

test("a condensed task continues from its summary, and omitted messages are reported", async () => {
  const imported = await findOne("roo");
  const state = expectSendable(taskOf(imported, condensedTask).events());
  expect(state.mode).toBe("code");
  expect(state.messages[0]).toEqual({
    role: "user",
    content: [{ type: "text", text: "What happened so far: a lot." }],
  });
  expect(JSON.stringify(state.messages)).toContain("(strange_block)");
  const said = imported.unmapped.join("\n");
  expect(said).toContain(`Task ${condensedTask}: older messages that had been condensed`);
  expect(said).toContain(`Task ${condensedTask} was in mode gone-mode`);
  expect(said).toContain("broken-task/api_conversation_history.json was skipped: it is not valid JSON.");
  expect(said).toContain("Task empty-task was skipped: it has no messages.");
});

test("an exported settings file is imported completely, with its keys in the secrets", async () => {
  const options = {
    ...fixtureOptions("roo"),
    homeFolder: tempFolder(),
    rooSettingsFile: join(importFixtures, "roo", "roo-code-settings.json"),
  };
  const imported = await findOne("roo", options);
  expect(imported.profiles).toEqual({
    default: {
      apiProvider: "anthropic",
      apiModelId: "claude-sonnet-4-5",
      apiBaseUrl: "https://proxy.example.com",
      maxThinkingTokens: 2048,
    },
    mine: { apiProvider: "openai-compatible", apiModelId: "big-model", apiBaseUrl: "https://llm.example.com/v1" },
    cloud: {
      apiProvider: "bedrock",
      apiModelId: "anthropic.claude-sonnet-4-5-20250929-v1:0",
      region: "eu-central-1",
    },
  });
  expect(Object.fromEntries(imported.secrets)).toEqual({
    default: { apiKey: "CANARY-export-anthropic" },
    mine: { apiKey: "CANARY-export-openai", headers: { Authorization: "Bearer CANARY-export-header" } },
    cloud: {
      credentials: '{"accessKeyId":"CANARY-export-aws-access","secretAccessKey":"CANARY-export-aws-secret"}',
    },
  });
  expect(imported.settings).toMatchObject({
    profile: "default",
    modeProfiles: { architect: "mine", code: "default" },
    autoApprove: ["read", "command", "mcp"],
    maxCost: 5,
    maxTurns: 40,
    mode: "architect",
    approvals: expect.arrayContaining([{ action: "deny", command: "rm" }]),
  });
  expect(imported.modes.map(({ slug }) => slug)).toEqual(["writer"]);
  expect(imported.files.map(({ path }) => path)).toEqual(["rules-writer/tone.md"]);
  expect(imported.unmapped.join("\n")).toContain("rules-writer/../../../escape.md from");
});

test("settings and profiles are read from a copy of VS Code's state database", async () => {
  const homeFolder = tempFolder();
  const user = join(homeFolder, ".config", "Code", "User");
  mkdirSync(join(user, "globalStorage", "rooveterinaryinc.roo-cline"), { recursive: true });
  const database = new DatabaseSync(join(user, "globalStorage", "state.vscdb"));
  database.exec("CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB)");
  const state = {
    currentApiConfigName: "main",
    listApiConfigMeta: [
      { id: "1", name: "main", apiProvider: "openrouter", modelId: "vendor/a" },
      { id: "2", name: "other", apiProvider: "anthropic", modelId: "claude-x" },
    ],
    apiProvider: "openrouter",
    openRouterModelId: "vendor/b",
    openAiBaseUrl: "https://once.example.com",
    modeApiConfigs: { ask: "2" },
    customInstructions: "From the state.",
  };
  database.prepare("INSERT INTO ItemTable VALUES (?, ?)").run("RooVeterinaryInc.roo-cline", JSON.stringify(state));
  database.close();
  const { profiles, settings } = await findOne("roo", { ...fixtureOptions("roo"), homeFolder });
  expect(profiles).toEqual({
    main: { apiProvider: "openrouter", apiModelId: "vendor/b" },
    other: { apiProvider: "anthropic", apiModelId: "claude-x" },
  });
  expect(settings).toEqual({ profile: "main", modeProfiles: { ask: "other" }, customInstructions: "From the state." });
});

test.each([
  ["darwin", ["Library", "Application Support", "Cursor", "User"], {}],
  ["win32", ["Roaming", "VSCodium", "User"], { APPDATA: "Roaming" }],
  ["linux", ["xdg", "Windsurf", "User"], { XDG_CONFIG_HOME: "xdg" }],
  ["linux", [".vscode-server", "data", "User"], {}],
])("on %s it is found in %j", async (platform, folders, environment) => {
  const homeFolder = tempFolder();
  const storage = join(homeFolder, ...folders, "globalStorage", "rooveterinaryinc.roo-cline");
  mkdirSync(storage, { recursive: true });
  const inside = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, join(homeFolder, value)]),
  );
  const { sources } = await findOne("roo", { homeFolder, workspace: tempFolder(), environment: inside, platform });
  expect(sources).toEqual([storage]);
});
