import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { loadSettings } from "./load-settings.ts";
import { settingTraits } from "./setting-traits.ts";

it("lets each layer override those below it, and reports the origin of each value", async () => {
  const { sources, userPath, projectPath } = setUp({
    user: { mode: "user", language: "user", customInstructions: "user", maxTurns: 4, timeout: 5 },
    project: { language: "project", customInstructions: "project", maxTurns: 3 },
  });
  const { values, origins, notices } = await loadSettings({
    ...sources,
    editor: { mode: "editor", useRules: false },
    environment: { ROO_CUSTOM_INSTRUCTIONS: "environment", ROO_MAX_TURNS: "9" },
    program: { maxTurns: 8 },
  });
  expect(values).toEqual({
    mode: "user",
    useAgentRules: true,
    useRules: false,
    language: "project",
    customInstructions: "environment",
    maxTurns: 8,
    timeout: 5,
  });
  expect(new Map(origins.map(({ key, layer, source }) => [key, [layer, source]]))).toEqual(
    new Map([
      ["mode", ["user", userPath]],
      ["useAgentRules", ["default", undefined]],
      ["useRules", ["editor", undefined]],
      ["language", ["project", projectPath]],
      ["customInstructions", ["environment", "ROO_CUSTOM_INSTRUCTIONS"]],
      ["maxTurns", ["program", undefined]],
      ["timeout", ["user", userPath]],
    ]),
  );
  expect(notices).toEqual([]);
});

it("replaces lists and objects as a whole, and merges profiles by mode", async () => {
  const { sources, userPath } = setUp({
    user: { autoApprove: ["read", "edit"], modeProfiles: { code: "a", ask: "b" }, future: { a: 1, b: 2 } },
  });
  const { values, origins } = await loadSettings({
    ...sources,
    environment: { ROO_MODE_PROFILES: "ask=c, debug=d" },
    program: { autoApprove: ["mcp"], future: { c: 3 } },
  });
  expect(values).toMatchObject({
    autoApprove: ["mcp"],
    modeProfiles: { code: "a", ask: "c", debug: "d" },
    future: { c: 3 },
  });
  expect(values.future).toEqual({ c: 3 });
  expect(origins).toContainEqual({ key: "modeProfiles.code", value: "a", layer: "user", source: userPath });
  expect(origins).toContainEqual({
    key: "modeProfiles.ask",
    value: "c",
    layer: "environment",
    source: "ROO_MODE_PROFILES",
  });
});

it("adds rules to those below: a higher layer cannot allow what a lower one denies", async () => {
  const { sources } = setUp({ user: { approvals: [{ action: "deny", command: "rm" }] } });
  const { values } = await loadSettings({
    ...sources,
    environment: { ROO_APPROVALS: '[{"action":"allow","command":"ls"}]' },
    program: { approvals: [{ action: "ask", kind: "edit", path: "a" }] },
  });
  expect(values.approvals).toEqual([
    { action: "deny", command: "rm" },
    { action: "allow", command: "ls" },
    { action: "ask", kind: "edit", path: "a" },
  ]);
});

it("reads every setting from a variable of its name", async () => {
  const { sources } = setUp({});
  const environment = {
    ROO_MODE: "ask",
    ROO_PROFILE: "work",
    ROO_MODE_PROFILES: "code=a",
    ROO_AUTO_APPROVE: "read, edit",
    ROO_APPROVALS: '[{"action":"deny","command":"rm"}]',
    ROO_MAX_TURNS: "10",
    ROO_MAX_COST: "1.5",
    ROO_MAX_TOKENS: "1000",
    ROO_TIMEOUT: "60",
    ROO_CUSTOM_INSTRUCTIONS: "be brief",
    ROO_LANGUAGE: "de",
    ROO_USE_AGENT_RULES: "false",
    ROO_USE_RULES: "0",
    ROO_UPDATE_NOTICE: "off",
    ROO_RETRY_NETWORK_FOR: "600",
    ROO_COMMAND_TIMEOUT: "20",
    ROO_SANDBOX: "readonly",
    ROO_NETWORK: "registry.npmjs.org, *.github.com",
    ROO_UNTRUSTED: "ignore",
    ROO_CONDENSE_THRESHOLD: "60",
    ROO_IMAGE_PROFILE: "painter",
    ROO_BROWSER_NETWORK: "private",
    ROO_BROWSER: "/opt/chromium",
    ROO_CODE_INDEX: "true",
    ROO_EMBEDDINGS: '{"embedder":"ollama","model":"m"}',
    ROO_SNAPSHOTS: "false",
    ROO_SNAPSHOT_MAX_BYTES: "5000000",
    ROO_SNAPSHOT_MAX_AGE: "7",
    ROO_HISTORY_MAX_AGE: "30",
    ROO_HISTORY_MAX_BYTES: "1000000",
    ROO_CLONE_PROTOCOLS: "https, file",
    ROO_CLONE_HOSTS: "git.example.org",
    ROO_WORKSPACE_QUOTA: "1000",
    ROO_WORKSPACE_MAX_AGE: "10",
    ROO_BACKUP_MAX_AGE: "20",
    ROO_HOME: "/unrelated",
  };
  const { values, notices } = await loadSettings({ ...sources, environment });
  expect(values).toEqual({
    mode: "ask",
    profile: "work",
    modeProfiles: { code: "a" },
    autoApprove: ["read", "edit"],
    approvals: [{ action: "deny", command: "rm" }],
    maxTurns: 10,
    maxCost: 1.5,
    maxTokens: 1000,
    timeout: 60,
    cloneProtocols: ["https", "file"],
    cloneHosts: ["git.example.org"],
    workspaceQuota: 1000,
    workspaceMaxAge: 10,
    backupMaxAge: 20,
    customInstructions: "be brief",
    language: "de",
    useAgentRules: false,
    useRules: false,
    updateNotice: false,
    retryNetworkFor: 600,
    commandTimeout: 20,
    sandbox: "readonly",
    network: ["registry.npmjs.org", "*.github.com"],
    untrusted: "ignore",
    condenseThreshold: 60,
    snapshots: false,
    snapshotMaxBytes: 5_000_000,
    snapshotMaxAge: 7,
    imageProfile: "painter",
    browserNetwork: "private",
    browser: "/opt/chromium",
    codeIndex: true,
    embeddings: { embedder: "ollama", model: "m" },
    historyMaxAge: 30,
    historyMaxBytes: 1_000_000,
  });
  expect(notices).toEqual([]);
  expect([...settingTraits.keys()].filter((key) => !(key in values))).toEqual([]);
});

it("expands all to everything except protected and destructive", async () => {
  const { sources } = setUp({});
  const { values } = await loadSettings({ ...sources, environment: { ROO_AUTO_APPROVE: "all" } });
  expect(values.autoApprove).toEqual(["read", "edit", "command", "browser", "mcp", "mode", "subtask", "followup"]);
});

it.each([
  ["ROO_MAX_TURNS", "canary"],
  ["ROO_MAX_TURNS", "-1"],
  ["ROO_MAX_TURNS", "1.5"],
  ["ROO_MAX_COST", "0x10"],
  ["ROO_AUTO_APPROVE", "read,canary"],
  ["ROO_USE_RULES", "canary"],
  ["ROO_MODE_PROFILES", "canary"],
])("ignores %s=%s and names the variable, not its value", async (variable, text) => {
  const { sources } = setUp({});
  const { values, notices } = await loadSettings({ ...sources, environment: { [variable]: text } });
  expect(values).toEqual({ mode: "code", useAgentRules: true, useRules: true });
  expect(notices).toMatchObject([{ code: "invalid_value", source: variable }]);
  expect(JSON.stringify(notices)).not.toContain("canary");
});

it("treats an empty variable as unset", async () => {
  const { sources } = setUp({});
  const { values, notices } = await loadSettings({ ...sources, environment: { ROO_MODE: "", ROO_MAX_TURNS: "" } });
  expect(values.mode).toBe("code");
  expect(notices).toEqual([]);
});

const hostile = {
  autoApprove: ["command"],
  profile: "theirs",
  modeProfiles: { code: "theirs" },
  apiBaseUrl: "https://example.invalid",
  OPENAI_API_KEY: "x",
  apikey: "x",
  startCommand: "x",
  hooks: {},
  mcpServers: {},
  env: {},
  nested: { deeper: [{ command: "x" }] },
};

it("ignores and reports sensitive settings of an untrusted repository", async () => {
  const { sources, projectPath } = setUp({ project: { ...hostile, mode: "ask", note: "fine" } });
  const { values, notices } = await loadSettings(sources);
  expect(values).toEqual({ mode: "ask", note: "fine", useAgentRules: true, useRules: true });
  const refused = notices.filter(({ code }) => code === "not_trusted");
  expect(refused.map(({ source }) => source)).toEqual(Object.keys(hostile).map(() => projectPath));
  for (const key of Object.keys(hostile)) expect(refused.map(({ message }) => message).join()).toContain(`"${key}"`);
});

it("accepts all of them once the workspace is trusted", async () => {
  const { sources } = setUp({ project: { ...hostile, maxTurns: 100 }, user: { maxTurns: 5 } });
  const { values, notices } = await loadSettings({ ...sources, isTrusted: true });
  expect(values).toMatchObject({ ...hostile, maxTurns: 100 });
  expect(notices.filter(({ code }) => code === "not_trusted")).toEqual([]);
});

it("lets a repository lower limits and never raise them", async () => {
  const { sources } = setUp({
    user: { maxTurns: 10, maxCost: 2, timeout: 60 },
    project: { maxTurns: 5, maxCost: 3, timeout: 60, maxTokens: 1000 },
  });
  const { values, notices } = await loadSettings(sources);
  expect(values).toMatchObject({ maxTurns: 5, maxCost: 2, timeout: 60, maxTokens: 1000 });
  expect(notices).toMatchObject([{ code: "not_trusted", message: expect.stringContaining('"maxCost"') }]);
});

it("grants older keys of a repository no more than newer ones", async () => {
  const { sources } = setUp({ project: { autoApprovalEnabled: true, alwaysAllowExecute: true } });
  const { values, notices } = await loadSettings(sources);
  expect(values.autoApprove).toBeUndefined();
  expect(notices.map(({ code }) => code)).toEqual(["migrated", "not_trusted"]);
});

it("treats the settings file as the user's own when the workspace is the home folder", async () => {
  const folder = tempFolder();
  const home = join(folder, ".roo");
  mkdirSync(home);
  writeFileSync(join(home, "settings.json"), JSON.stringify({ autoApprove: ["edit"] }));
  symlinkSync(folder, join(folder, "link"));
  for (const workspace of [folder, join(folder, "link")]) {
    const { values, notices, origins } = await loadSettings({
      home,
      workspace,
      environment: {},
      clock: new FakeClock(),
    });
    expect(values.autoApprove).toEqual(["edit"]);
    expect(notices).toEqual([]);
    expect(origins).toContainEqual(expect.objectContaining({ key: "autoApprove", layer: "user" }));
  }
});

it("uses the remaining layers when every file is broken", async () => {
  const { sources, userPath, projectPath } = setUp({});
  writeFileSync(userPath, "{");
  writeFileSync(projectPath, "rubbish");
  const { values, notices } = await loadSettings({ ...sources, environment: { ROO_MODE: "ask" } });
  expect(values).toEqual({ mode: "ask", useAgentRules: true, useRules: true });
  expect(notices.map(({ code, source }) => [code, source])).toEqual([
    ["broken_file", userPath],
    ["broken_file", projectPath],
  ]);
});

function setUp({ user, project }: { user?: object; project?: object }) {
  const folder = tempFolder();
  const home = join(folder, "home");
  const workspace = join(folder, "workspace");
  mkdirSync(home);
  mkdirSync(join(workspace, ".roo"), { recursive: true });
  const userPath = join(home, "settings.json");
  const projectPath = join(workspace, ".roo", "settings.json");
  if (user) writeFileSync(userPath, JSON.stringify(user));
  if (project) writeFileSync(projectPath, JSON.stringify(project));
  return { sources: { home, workspace, environment: {}, clock: new FakeClock() }, userPath, projectPath };
}
