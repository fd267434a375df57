import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mode, modeSchema, type Profiles, type Settings } from "@roo-code/types";
import { expect, test } from "vitest";
import { importFixtures } from "../../test/import-fixture.ts";
import { exportRooSettings } from "../export/export-roo-settings.ts";
import { settingTraits } from "../settings/setting-traits.ts";
import { Findings } from "./findings.ts";
import { importRooSettings } from "./import-roo-settings.ts";
import type { FoundImport } from "./import-source.ts";
import { bringRooSettings } from "./roo/roo-settings.ts";

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
  azure: {
    apiProvider: "azure",
    apiModelId: "mine",
    apiBaseUrl: "https://me.openai.azure.com",
    apiVersion: "2024-10-21",
  },
  zai: { apiProvider: "zai", apiModelId: "glm-x" },
  zaiChina: { apiProvider: "zai", apiBaseUrl: "https://open.bigmodel.cn/api/paas/v4" },
  zaiOwn: { apiProvider: "zai", apiBaseUrl: "https://proxy.example.com" },
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
  retryNetworkFor: 600,
  timeout: 60,
  customInstructions: "Be brief.",
  language: "fr",
  useAgentRules: false,
  useRules: false,
  commandTimeout: 30,
  sandbox: "readonly",
  untrusted: "ignore",
  network: ["*.example.com"],
  condenseThreshold: 60,
  historyMaxAge: 90,
  historyMaxBytes: 1_000_000,
  snapshots: false,
  snapshotMaxBytes: 2_000_000,
  snapshotMaxAge: 7,
  cloneProtocols: ["https"],
  cloneHosts: ["git.example.com"],
  workspaceQuota: 1_000_000,
  workspaceMaxAge: 30,
  backupMaxAge: 60,
  imageProfile: "router",
  browser: "/usr/bin/chromium",
  browserNetwork: "local",
  codeIndex: true,
  embeddings: { embedder: "ollama", model: "nomic" },
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

test("the settings tried here are all there are", () => {
  expect(Object.keys(settings).sort()).toEqual([...settingTraits.keys()].sort());
});

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

test("what Roo Code's switches stand for is said outright here", async () => {
  const model = { apiModelId: "anthropic.claude-x" };
  const aws = { apiProvider: "bedrock", ...model, awsRegion: "eu-west-1" };
  const apiConfigs = {
    shared: { ...aws, awsUseCrossRegionInference: true, awsAccessKey: "AKIDEXAMPLE", awsSecretKey: "secret-example" },
    global: { ...aws, awsUseGlobalInference: true, awsUseProfile: true, awsProfile: "dev" },
    arn: { ...aws, awsCustomArn: "arn:aws:bedrock:x", awsUseProfile: false, awsProfile: "old" },
    vertex: { apiProvider: "vertex", apiModelId: "gemini-x", vertexJsonCredentials: '{"type":"service_account"}' },
    azure: {
      apiProvider: "openai",
      openAiUseAzure: true,
      openAiBaseUrl: "https://proxy.example.com",
      openAiModelId: "d",
    },
    zai: { apiProvider: "zai", apiModelId: "glm-x", zaiApiLine: "china_coding" },
    zaiPlan: { apiProvider: "zai", apiModelId: "glm-x" },
    calm: {
      apiProvider: "anthropic",
      enableReasoningEffort: false,
      reasoningEffort: "high",
      openAiApiKey: "sk-of-another",
    },
  };
  const found = await read(JSON.stringify({ providerProfiles: { apiConfigs } }));
  expect(found.profiles).toEqual({
    shared: { apiProvider: "bedrock", apiModelId: "eu.anthropic.claude-x", region: "eu-west-1" },
    global: {
      apiProvider: "bedrock",
      apiModelId: "global.anthropic.claude-x",
      region: "eu-west-1",
      credentials: "dev",
    },
    arn: { apiProvider: "bedrock", apiModelId: "arn:aws:bedrock:x", region: "eu-west-1" },
    vertex: { apiProvider: "vertex", apiModelId: "gemini-x" },
    azure: { apiProvider: "azure", apiModelId: "d", apiBaseUrl: "https://proxy.example.com" },
    zai: { apiProvider: "zai", apiModelId: "glm-x", apiBaseUrl: "https://open.bigmodel.cn/api/coding/paas/v4" },
    zaiPlan: { apiProvider: "zai", apiModelId: "glm-x", apiBaseUrl: "https://api.z.ai/api/coding/paas/v4" },
    calm: { apiProvider: "anthropic" },
  });
  expect(Object.fromEntries(found.secrets)).toEqual({
    shared: { credentials: '{"accessKeyId":"AKIDEXAMPLE","secretAccessKey":"secret-example"}' },
    vertex: { credentials: '{"type":"service_account"}' },
  });
  expect(found.unmapped).toEqual(["Profile calm does not use its openAiApiKey; it was not copied."]);
});

test("Roo Code's settings come under our names, and those without a counterpart are named and not kept", async () => {
  const globalSettings = {
    autoCondenseContextPercent: 60,
    enableCheckpoints: false,
    commandExecutionTimeout: 30,
    customModePrompts: { code: { roleDefinition: "You are special.", customInstructions: "Use tabs." } },
    codebaseIndexConfig: {
      codebaseIndexEnabled: true,
      codebaseIndexEmbedderProvider: "openai-compatible",
      codebaseIndexOpenAiCompatibleBaseUrl: "https://llm.example.com",
      codebaseIndexEmbedderModelId: "embed",
      codebaseIndexQdrantUrl: "http://localhost:6333",
      codebaseIndexOpenAiCompatibleApiKey: "CANARY-index-key",
    },
    maxWorkspaceFiles: 200,
    soundEnabled: true,
    allowedMaxRequests: "many",
  };
  const found = await read(JSON.stringify({ globalSettings }));
  expect(found.settings).toEqual({
    condenseThreshold: 60,
    snapshots: false,
    commandTimeout: 30,
    embeddings: {
      embedder: "openai-compatible",
      model: "embed",
      baseUrl: "https://llm.example.com",
      store: "qdrant",
      storeUrl: "http://localhost:6333",
    },
  });
  expect(found.files).toMatchObject([{ path: "rules-code/roo-code.md", content: "Use tabs.\n" }]);
  expect(found.unmapped).toEqual([
    "The key of the code index was not copied; it comes from the environment.",
    "Mode code had another roleDefinition; make a mode of your own: roo modes new.",
    "Settings without a counterpart here: maxWorkspaceFiles, soundEnabled.",
  ]);
});

test("a profile of a provider that is not here is left out, and nothing chooses it", async () => {
  const apiConfigs = { a: { apiProvider: "vscode-lm" }, b: { apiProvider: "openrouter", id: "2" } };
  const findings = new Findings("roo", { isProvider: (id) => id === "openrouter" });
  const providerProfiles = { currentApiConfigName: "a", apiConfigs, modeApiConfigs: { ask: "2" } };
  bringRooSettings(findings, { providerProfiles }, "x");
  findings.addSource("x");
  expect(findings.finish()).toMatchObject({
    profiles: { b: { apiProvider: "openrouter" } },
    settings: { modeProfiles: { ask: "b" } },
    unmapped: ["Profile a was left out: its provider vscode-lm is not available here."],
  });
});

test("what is called like a secret among the settings is not exported", () => {
  const own = { mode: "code", openAiApiKey: "CANARY-stray", nested: { apiKey: "CANARY-deep", kept: 1 } };
  expect(exportRooSettings({ settings: own, profiles: {}, modes: [] })).not.toContain("CANARY");
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
    autoCondenseContextPercent: 60,
    enableCheckpoints: false,
    commandExecutionTimeout: 30,
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
