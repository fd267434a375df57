import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Mode, modeSchema, type Profiles, type Settings, taskEventSchema } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { folderState } from "../../test/folder-state.ts";
import { findOne, fixtureOptions, importFixtures } from "../../test/import-fixture.ts";
import { realClock } from "../../test/real-clock.ts";
import { expectSendable } from "../../test/sendable.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { exportRooSettings } from "../export/export-roo-settings.ts";
import { FileEventLog } from "../file-event-log.ts";
import { secretTexts } from "../profiles/profile-secrets.ts";
import { settingTraits } from "../settings/setting-traits.ts";
import { findImports, importRooSettings } from "./find-imports.ts";
import { Findings } from "./findings.ts";
import type { FoundImport } from "./import-source.ts";
import { addRooSettings } from "./roo/roo-settings.ts";

const tools = ["roo", "kilo", "cline", "claude-code", "codex", "opencode"];

test("nothing is found in an empty home", async () => {
  expect(await findImports({ homeFolder: tempFolder(), workspace: tempFolder(), environment: {} })).toEqual([]);
  expect(await findImports({ homeFolder: "/nowhere", workspace: "/nowhere", environment: {} })).toEqual([]);
});

test.each(tools)("%s: every task is a log that can be opened, listed and continued", async (tool) => {
  const { tasks } = await findOne(tool);
  expect(tasks.length).toBeGreaterThan(0);
  const log = new FileEventLog({ tasksFolder: tempFolder("tasks"), clock: realClock });
  for (const task of tasks) {
    for (const event of task.events()) taskEventSchema.parse(event);
    expectSendable(task.events());
    const writer = await log.create(task.taskId);
    await writer.append(task.events()).durable;
    await writer.close();
    const again = await log.open(task.taskId);
    await again.append([
      { type: "message.added", opId: "more", message: { role: "user", content: [{ type: "text", text: "Go on" }] } },
    ]).durable;
    await again.close();
    expect(expectSendable(await log.read(task.taskId)).messages.at(-1)).toMatchObject({ content: [{ text: "Go on" }] });
  }
  const titles = (await log.list()).map(({ taskId, title, cwd }) => ({ taskId, title, cwd }));
  expect(titles).toEqual(expect.arrayContaining(tasks.map(({ taskId, title, cwd }) => ({ taskId, title, cwd }))));
});

test("every key of every source is only in `secrets`", async () => {
  const rooSettingsFile = join(importFixtures, "roo", "roo-code-settings.json");
  const found = [await findOne("roo", { ...fixtureOptions("roo"), rooSettingsFile })];
  for (const tool of tools.slice(1)) found.push(await findOne(tool));
  const canaries = new Set(found.flatMap(({ secrets }) => [...secrets.values()].flatMap(secretTexts)));
  expect(canaries.size).toBe(20);
  for (const imported of found) expect(everythingButKeys(imported)).not.toMatch(/CANARY/);
});

test("a key that occurs in a conversation or a rule is redacted there", async () => {
  const homeFolder = copyOf("codex");
  const [session] = readdirSync(homeFolder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("1.jsonl"),
  );
  const path = join(homeFolder, session ?? "");
  writeFileSync(path, readFileSync(path, "utf8").replace("Twice as fast.", "Your key is CANARY-codex-openai."));
  writeFileSync(join(homeFolder, ".codex", "AGENTS.md"), "Use CANARY-codex-openai.\n");
  const imported = await findOne("codex", { ...fixtureOptions("codex"), homeFolder });
  expect(imported.secrets.get("codex")).toEqual({ apiKey: "CANARY-codex-openai" });
  expect(everythingButKeys(imported)).not.toMatch(/CANARY/);
  expect(everythingButKeys(imported)).toContain("Your key is [redacted].");
});

test.each(tools)("%s: the source is unchanged afterwards, in content and timestamps", async (tool) => {
  const homeFolder = copyOf(tool);
  const before = folderState(homeFolder);
  const found = await findImports({ ...fixtureOptions(tool), homeFolder });
  for (const { tasks } of found) for (const task of tasks) task.events();
  expect(folderState(homeFolder)).toEqual(before);
});

test("a conversation over 50 MB is skipped and reported, and does not affect others", async () => {
  const homeFolder = copyOf("claude-code");
  const huge = join(homeFolder, ".claude", "projects", "-home-ada-claude", "huge-session.jsonl");
  writeFileSync(huge, "");
  truncateSync(huge, 51 * 1024 * 1024);
  const imported = await findOne("claude-code", { ...fixtureOptions("claude-code"), homeFolder });
  expect(imported.tasks).toHaveLength(1);
  expect(imported.unmapped.join("\n")).toContain("huge-session.jsonl was skipped: it is larger than 50 MB.");
});

test("symlinks out of a source are not followed", async () => {
  const homeFolder = copyOf("claude-code");
  const outside = tempFolder("secret.md");
  writeFileSync(outside, "CANARY-outside");
  mkdirSync(join(homeFolder, ".claude", "skills", "stolen"), { recursive: true });
  symlinkSync(outside, join(homeFolder, ".claude", "skills", "stolen", "SKILL.md"));
  symlinkSync(dirname(outside), join(homeFolder, ".claude", "skills", "all"));
  symlinkSync(outside, join(homeFolder, ".claude", "commands", "out.md"));
  const imported = await findOne("claude-code", { ...fixtureOptions("claude-code"), homeFolder });
  expect(everythingButKeys(imported)).not.toContain("CANARY-outside");
  expect(imported.unmapped.join("\n")).toContain("out.md was skipped: it is a symlink to the outside.");
});

test("an ordinary word used as a key is not redacted elsewhere", async () => {
  const homeFolder = tempFolder();
  mkdirSync(join(homeFolder, ".codex"));
  const config =
    'model = "llama"\nmodel_provider = "ollama"\n[model_providers.ollama]\nbase_url = "http://ollama:1"\nexperimental_bearer_token = "ollama"\n';
  writeFileSync(join(homeFolder, ".codex", "config.toml"), config);
  const { profiles, secrets } = await findOne("codex", { homeFolder, workspace: tempFolder(), environment: {} });
  expect(profiles).toEqual({ codex: { apiProvider: "ollama", apiModelId: "llama", apiBaseUrl: "http://ollama:1" } });
  expect(secrets.get("codex")).toEqual({ apiKey: "ollama" });
});

test.each(tools)("%s: the home folder is not treated as a project", async (tool) => {
  const { homeFolder } = fixtureOptions(tool);
  const { files, modes } = await findOne(tool, {
    homeFolder,
    workspace: homeFolder,
    environment: {},
    platform: "linux",
  });
  expect([...files, ...modes].filter(({ scope }) => scope === "project")).toEqual([]);
});

test("names with control characters or path traversal are harmless", async () => {
  const homeFolder = tempFolder();
  const folder = join(homeFolder, ".codex", "prompts");
  mkdirSync(folder, { recursive: true });
  for (const name of ["\u001b[2Jx.md", "..\\..\\up.md", "con.md", "ok.md"]) writeFileSync(join(folder, name), "text");
  writeFileSync(
    join(homeFolder, ".codex", "config.toml"),
    '[mcp_servers."\u202Eevil"]\n\n[profiles."../../x"]\nmodel = "m"\n',
  );
  const imported = await findOne("codex", { homeFolder, workspace: tempFolder(), environment: {} });
  expect(imported.files.map(({ path }) => path)).toEqual([
    "commands/__2Jx.md",
    "commands/.._.._up.md",
    "commands/ok.md",
  ]);
  expect(imported.unmapped.join()).toContain("commands/con.md from");
  expect(Object.keys(imported.profiles)).toEqual(["codex-..-..-x"]);
  expect(imported.unmapped.join("\n")).not.toContain("\u001b");
  expect(imported.unmapped.join("\n")).not.toContain("\u202E");
});

test("broken files of every kind are survived and reported", async () => {
  const files = tools.flatMap((tool) => filesOf(join(importFixtures, tool, "home")).map((path) => ({ tool, path })));
  expect(files.length).toBeGreaterThan(50);
  const broken = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom(
      "[]",
      "null",
      "{",
      '{"a":',
      "[[[",
      "0",
      '"text"',
      "---\n- x: [",
      "\u0000",
      '{"__proto__":{"x":1}}',
      "[".repeat(50_000),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), broken, async ({ tool, path }, content) => {
      const homeFolder = copyOf(tool);
      writeFileSync(join(homeFolder, path), content);
      const found = await findImports({ ...fixtureOptions(tool), homeFolder });
      for (const { tasks } of found) for (const task of tasks) expectSendable(task.events());
      for (const imported of found) expect(imported.unmapped.join("\n")).not.toContain("internal error");
    }),
    { numRuns: 100 },
  );
});

/** Values of the wrong type in every position of a valid file. */
test("valid files with wrong values are survived", async () => {
  const files = tools
    .flatMap((tool) => filesOf(join(importFixtures, tool, "home")).map((path) => ({ tool, path })))
    .filter(({ path }) => /\.jsonl?$/.test(path));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.nat(), fc.jsonValue(), async ({ tool, path }, seed, value) => {
      const homeFolder = copyOf(tool);
      const target = join(homeFolder, path);
      const lines = readFileSync(target, "utf8").split(path.endsWith("l") ? "\n" : "\u0000");
      const index = seed % lines.length;
      writeFileSync(
        target,
        lines
          .map((line, at) => (at === index ? withValueAt(line, seed, value) : line))
          .join(path.endsWith("l") ? "\n" : ""),
      );
      const found = await findImports({ ...fixtureOptions(tool), homeFolder });
      for (const { tasks } of found) for (const task of tasks) expectSendable(task.events());
      for (const imported of found) expect(imported.unmapped.join("\n")).not.toContain("internal error");
    }),
    { numRuns: 100 },
  );
});

function everythingButKeys(imported: FoundImport): string {
  const { secrets: _, tasks, ...rest } = imported;
  return JSON.stringify([rest, tasks, tasks.map((task) => task.events())]);
}

function copyOf(tool: string): string {
  const homeFolder = tempFolder("home");
  cpSync(join(importFixtures, tool, "home"), homeFolder, { recursive: true });
  return homeFolder;
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [],
  );
}

function withValueAt(text: string, seed: number, value: unknown): string {
  try {
    let count = 0;
    const parsed: unknown = JSON.parse(text);
    JSON.stringify(parsed, (_, item: unknown) => {
      count += 1;
      return item;
    });
    let at = 0;
    return JSON.stringify(parsed, (_, item: unknown) => {
      at += 1;
      return at === (seed % count) + 1 ? value : item;
    });
  } catch {
    return text;
  }
}

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
  updateNotice: false,
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

test("the settings tested here are complete", () => {
  expect(Object.keys(settings).sort()).toEqual([...settingTraits.keys()].sort());
});

test("our settings, profiles and modes survive a roo-code-settings.json unchanged", async () => {
  const imported = await read(exportRooSettings({ settings, profiles, modes }));
  expect(imported.settings).toEqual(settings);
  expect(imported.profiles).toEqual(profiles);
  expect(imported.modes).toEqual(modes.map((mode) => ({ ...mode, scope: "user" })));
  expect(imported.unmapped).toEqual([]);
});

test("cloud settings have one name here and a name per vendor in Roo Code", async () => {
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

test("Roo Code's switches are resolved to explicit values", async () => {
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

test("Roo Code's settings get our names, and those without an equivalent are reported and dropped", async () => {
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
    "Mode code had another roleDefinition; create a custom mode with: roo modes new.",
    "Settings without an equivalent here: maxWorkspaceFiles, soundEnabled.",
  ]);
});

test("a profile of an unavailable provider is skipped, and not selected anywhere", async () => {
  const apiConfigs = { a: { apiProvider: "vscode-lm" }, b: { apiProvider: "openrouter", id: "2" } };
  const findings = new Findings("roo", { isProvider: (id) => id === "openrouter" });
  const providerProfiles = { currentApiConfigName: "a", apiConfigs, modeApiConfigs: { ask: "2" } };
  addRooSettings(findings, { providerProfiles }, "x");
  findings.addSource("x");
  expect(findings.finish()).toMatchObject({
    profiles: { b: { apiProvider: "openrouter" } },
    settings: { modeProfiles: { ask: "b" } },
    unmapped: ["Profile a was skipped: its provider vscode-lm is not available here."],
  });
});

test("settings that look like secrets are not exported", () => {
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

test("a settings file of Roo Code keeps its meaning when it is imported, exported and imported again", async () => {
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

test("a mode is imported as it will be loaded, unless it would be refused", async () => {
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
    "Mode long was skipped: it would not be valid here.",
    "Mode slow: its group edit was skipped, because its fileRegex cannot be used.",
  ]);
});

test("a key in plain text is never written", () => {
  const leaky: Profiles = { bad: { apiProvider: "openrouter", apiKey: "CANARY-in-profile" } };
  expect(exportRooSettings({ settings: {}, profiles: leaky, modes: [] })).not.toContain("CANARY");
});

test("approvals behind a disabled main switch are not imported", async () => {
  const { settings: found, unmapped } = await read(
    JSON.stringify({ globalSettings: { autoApprovalEnabled: false, alwaysAllowWrite: true } }),
  );
  expect(found).toEqual({});
  expect(unmapped.join()).toContain("Auto-approval was switched off");
});

test.each(["", "null", "[]", "{", '"x"'])("%j is not a settings file", async (text) => {
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
