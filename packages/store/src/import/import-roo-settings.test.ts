import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mode, modeSchema, type Profiles, type Settings } from "@roo-code/types";
import { expect, test } from "vitest";
import { importFixtures } from "../../test/import-fixture.ts";
import { exportRooSettings } from "../export/export-roo-settings.ts";
import { importRooSettings } from "./import-roo-settings.ts";
import type { FoundImport } from "./import-source.ts";

const profiles: Profiles = {
  claude: {
    apiProvider: "anthropic",
    apiModelId: "claude-x",
    apiKey: "${env:ANTHROPIC_API_KEY}",
    fallback: ["router"],
  },
  router: {
    apiProvider: "openrouter",
    apiModelId: "vendor/model",
    temperature: 0.5,
    maxTokens: 1000,
    openRouterSpecificProvider: "fast",
  },
  own: { apiProvider: "openai-compatible", apiModelId: "big", apiBaseUrl: "https://llm.example.com/v1" },
  openai: { apiProvider: "openai", apiModelId: "gpt-x" },
  native: { apiProvider: "openai-native", apiModelId: "gpt-y", reasoningEffort: "high" },
  local: { apiProvider: "ollama", apiModelId: "tiny", apiBaseUrl: "http://localhost:11434" },
  another: { apiProvider: "some-vendor", apiModelId: "m", apiBaseUrl: "https://some.example.com" },
};
const settings: Settings = {
  mode: "code",
  profile: "claude",
  modeProfiles: { code: "claude", ask: "local" },
  autoApprove: ["read", "command", "destructive"],
  approvals: [
    { action: "deny", command: "rm" },
    { action: "allow", command: "git log *" },
  ],
  maxTurns: 10,
  maxCost: 2.5,
  maxTokens: 100_000,
  timeout: 60,
  customInstructions: "Be brief.",
  language: "fr",
  useAgentRules: false,
};
const modes: Mode[] = [
  {
    slug: "writer",
    name: "Writer",
    roleDefinition: "You write.",
    groups: [{ group: "read" }, { group: "edit", filePattern: "\\.md$", description: "Markdown" }],
  },
];

async function read(text: string): Promise<FoundImport> {
  const imported = await importRooSettings(text);
  expect(imported).toBeDefined();
  return imported as FoundImport;
}

test("our settings, profiles and modes come back from a roo-code-settings.json as they were", async () => {
  const imported = await read(exportRooSettings({ settings, profiles, modes }));
  expect(imported.settings).toEqual(settings);
  expect(imported.profiles).toEqual(profiles);
  expect(imported.modes).toEqual(modes.map((mode) => ({ ...mode, scope: "user" })));
  expect(imported.unmapped).toEqual([]);
});

test("what clouds need has one name here and a name per vendor there", async () => {
  const cloud = { apiProvider: "vertex", vertexRegion: "europe-west1", vertexProjectId: "p1" };
  const apiConfigs = {
    claude: { ...cloud, apiModelId: "claude-x", reasoningEffort: "disable" },
    gemini: { ...cloud, apiModelId: "gemini-x", modelMaxThinkingTokens: 4096 },
    aws: { apiProvider: "bedrock", awsRegion: "us-west-2", awsProfile: "dev", awsUsePromptCache: false },
    odd: { apiProvider: "ollama", ollamaNumCtx: "many", reasoningEffort: "extreme" },
  };
  const { profiles: found } = await read(JSON.stringify({ providerProfiles: { apiConfigs }, globalSettings: {} }));
  const place = { region: "europe-west1", project: "p1" };
  expect(found).toEqual({
    claude: { apiProvider: "vertex-claude", apiModelId: "claude-x", ...place, reasoningEffort: "none" },
    gemini: { apiProvider: "vertex", apiModelId: "gemini-x", ...place, maxThinkingTokens: 4096 },
    aws: { apiProvider: "bedrock", region: "us-west-2", credentials: "dev", promptCache: false },
    odd: { apiProvider: "ollama" },
  });
  const back = await read(exportRooSettings({ settings: {}, profiles: found, modes: [] }));
  expect(back.profiles).toEqual(found);
});

test("Roo Code finds the fields it knows", () => {
  const file = JSON.parse(exportRooSettings({ settings, profiles, modes }));
  expect(file.providerProfiles).toMatchObject({
    currentApiConfigName: "claude",
    apiConfigs: {
      claude: {
        apiProvider: "anthropic",
        apiModelId: "claude-x",
        apiKey: "${env:ANTHROPIC_API_KEY}",
        id: "imported-1",
      },
      router: {
        apiProvider: "openrouter",
        openRouterModelId: "vendor/model",
        modelTemperature: 0.5,
        modelMaxTokens: 1000,
      },
      own: { apiProvider: "openai", openAiModelId: "big", openAiBaseUrl: "https://llm.example.com/v1" },
      local: { ollamaModelId: "tiny", ollamaBaseUrl: "http://localhost:11434" },
    },
    modeApiConfigs: { code: "imported-1", ask: "imported-6" },
  });
  expect(file.globalSettings).toMatchObject({
    autoApprovalEnabled: true,
    alwaysAllowReadOnly: true,
    alwaysAllowExecute: true,
    allowedCommands: ["git log", "*"],
    deniedCommands: ["rm"],
    allowedMaxCost: 2.5,
    allowedMaxRequests: 10,
    customModes: [{ slug: "writer", groups: ["read", ["edit", { fileRegex: "\\.md$", description: "Markdown" }]] }],
  });
});

test("a file of Roo Code's keeps its meaning when it is read, written and read again", async () => {
  const first = await read(readFileSync(join(importFixtures, "roo", "roo-code-settings.json"), "utf8"));
  const { settings: found, profiles: known } = first;
  const text = exportRooSettings({
    settings: found,
    profiles: known,
    modes: first.modes.map((mode) => modeSchema.parse(mode)),
  });
  const second = await read(text);
  expect(second.settings).toEqual(first.settings);
  expect(second.profiles).toEqual(first.profiles);
  expect(second.modes).toEqual(first.modes);
});

test("a mode is brought over as it will be loaded, and one that would be refused is not", async () => {
  const long = { slug: "long", name: "Long", roleDefinition: "x".repeat(200_000), groups: [] };
  const curly = {
    slug: "curly",
    name: " Curly ",
    roleDefinition: "You say \u201Chello\u201D.\n",
    description: "",
    groups: ["read"],
  };
  const slow = { slug: "slow", name: "Slow", roleDefinition: "x", groups: [["edit", { fileRegex: "(a+)+$" }]] };
  const { modes: found, unmapped } = await read(
    JSON.stringify({ globalSettings: { customModes: [long, curly, slow] } }),
  );
  expect(found).toEqual([
    { slug: "curly", name: "Curly", roleDefinition: 'You say "hello".', groups: [{ group: "read" }], scope: "user" },
    { slug: "slow", name: "Slow", roleDefinition: "x", groups: [], scope: "user" },
  ]);
  expect(unmapped).toEqual([
    "Mode long was left out: it would not be valid here.",
    "Mode slow: its group edit was left out, because its fileRegex cannot be used.",
  ]);
});

test("a key in clear is never written", () => {
  const leaky: Profiles = { bad: { apiProvider: "openrouter", apiKey: "CANARY-in-profile" } };
  expect(exportRooSettings({ settings: {}, profiles: leaky, modes: [] })).not.toContain("CANARY");
});

test("what is off as a whole approves nothing", async () => {
  const { settings: found, unmapped } = await read(
    JSON.stringify({ globalSettings: { autoApprovalEnabled: false, alwaysAllowWrite: true } }),
  );
  expect(found).toEqual({});
  expect(unmapped.join()).toContain("was switched off as a whole");
});

test.each(["", "null", "[]", "{", '"x"'])("%j is no settings file", async (text) => {
  expect(await importRooSettings(text)).toBeUndefined();
});

test("wrong values and prototype names are survived", async () => {
  const found = await read(
    '{"providerProfiles":{"apiConfigs":{"__proto__":{"apiProvider":"x"},"a":5,"b":{"apiProvider":7,"modelTemperature":99},"c/d\\u0000":{}}},"globalSettings":{"customModes":"no","maxCost":-1,"language":4}}',
  );
  expect(Object.keys(found.profiles)).toEqual(["b", "c-d-"]);
  expect(found.profiles.b).toEqual({ apiProvider: "anthropic" });
  expect(found.settings).toEqual({});
});
