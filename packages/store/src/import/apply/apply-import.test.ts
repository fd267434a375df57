import { join } from "node:path";
import { RooError, type TaskEvent } from "@roo-code/types";
import { expect, test } from "vitest";
import { findOne, fixtureOptions, importFixtures } from "../../../test/import-fixture.ts";
import { MemoryImportTarget } from "../../../test/memory-import-target.ts";
import type { FoundImport, FoundTask } from "../import-source.ts";
import { applyImport } from "./apply-import.ts";
import { formatReport } from "./import-target.ts";

const all = (): boolean => true;
const tools = ["roo", "kilo", "cline", "claude-code", "codex", "opencode"];

function importOf(parts: Partial<FoundImport>): FoundImport {
  const nothing: FoundImport = {
    tool: "roo",
    sources: [],
    settings: {},
    profiles: {},
    secrets: new Map(),
    modes: [],
    files: [],
    tasks: [],
    unmapped: [],
  };
  return { ...nothing, ...parts };
}

async function taskIn(mode: string): Promise<FoundTask> {
  const { tasks } = await findOne("roo");
  const found = tasks.find((task) => isStartIn(task.events()[0], mode));
  if (!found) throw new Error(`the fixture has no task in mode ${mode}`);
  return found;
}

function isStartIn(event: TaskEvent | undefined, mode: string): boolean {
  return event?.type === "task.start" && event.mode === mode;
}

test.each(tools)("%s: importing again changes nothing", async (tool) => {
  const target = new MemoryImportTarget();
  const imported = await findOne(tool);
  const first = await applyImport(imported, target, all);
  expect(first.failed).toEqual([]);
  expect(first.imported.length).toBeGreaterThan(0);
  expect(target.tasks.size).toBe(imported.tasks.length);
  const { writes } = target;
  const second = await applyImport(await findOne(tool), target, all);
  expect(second.imported).toEqual([]);
  expect(target.writes).toBe(writes);
});

test("importing all tools twice loses nothing and changes nothing the second time", async () => {
  const target = new MemoryImportTarget();
  for (const tool of tools) await applyImport(await findOne(tool), target, all);
  const { writes } = target;
  for (const tool of tools) await applyImport(await findOne(tool), target, all);
  expect(target.writes).toBe(writes);
  const servers = JSON.parse(target.files.get("user:mcp-settings.json") ?? "{}").mcpServers;
  expect(Object.keys(servers)).toEqual([
    "github",
    "docs",
    "tickets",
    "files",
    "remote",
    "search",
    "figma",
    "shell",
    "jira",
    "web",
  ]);
});

test("existing items stay, different ones are added under new names, and references follow", async () => {
  const target = new MemoryImportTarget();
  target.profiles.set("work", { apiProvider: "openai" });
  target.modes.set("user:reviewer", { slug: "reviewer", name: "Mine", roleDefinition: "x", groups: [] });
  target.files.set("user:rules/a.md", "mine");
  target.settings.set("language", "en");
  target.settings.set("modeProfiles", { ask: "mine" });
  const imported = importOf({
    profiles: { work: { apiProvider: "anthropic" } },
    secrets: new Map([["work", { apiKey: "CANARY-key", headers: { "X-Api-Key": "CANARY-header" } }]]),
    modes: [{ slug: "reviewer", name: "Theirs", roleDefinition: "y", groups: [], scope: "user" }],
    files: [
      { path: "rules/a.md", content: "theirs", source: "/x", scope: "user" },
      { path: "rules-reviewer/kilo/b.md", content: "theirs", source: "/x", scope: "user" },
    ],
    tasks: [await taskIn("reviewer")],
    settings: { profile: "work", mode: "reviewer", modeProfiles: { reviewer: "work", ask: "work" }, language: "de" },
  });
  const report = await applyImport(imported, target, all);
  expect(target.profiles.get("work")).toEqual({ apiProvider: "openai" });
  expect(target.profiles.get("work-imported")).toEqual({ apiProvider: "anthropic", stored: ["headers"] });
  expect(Object.fromEntries(target.secrets)).toEqual({
    "work-imported": { apiKey: "CANARY-key", headers: { "X-Api-Key": "CANARY-header" } },
  });
  expect(target.modes.get("user:reviewer-imported")).toMatchObject({ slug: "reviewer-imported", name: "Theirs" });
  expect(target.files.get("user:rules/a.md")).toBe("mine");
  expect(target.files.get("user:rules/a-imported.md")).toBe("theirs");
  expect(target.files.get("user:rules-reviewer-imported/kilo/b.md")).toBe("theirs");
  expect([...target.tasks.values()].map(({ events }) => events()[0])).toMatchObject([{ mode: "reviewer-imported" }]);
  expect(Object.fromEntries(target.settings)).toEqual({
    profile: "work-imported",
    mode: "reviewer-imported",
    modeProfiles: { ask: "mine", "reviewer-imported": "work-imported" },
    language: "en",
  });
  const text = formatReport(report);
  expect(text).toContain("profile work: as work-imported, because you have another work");
  expect(text).toContain('setting language: yours differs; theirs is "de"');
  expect(text).not.toContain("CANARY");
  const { writes } = target;
  await applyImport(imported, target, all);
  expect(target.writes).toBe(writes);
});

test("the same profile with another key is another profile; a missing key is added", async () => {
  const target = new MemoryImportTarget();
  target.profiles.set("a", { apiProvider: "x" });
  target.profiles.set("b", { apiProvider: "x" });
  target.secrets.set("a", { apiKey: "old-key" });
  const imported = importOf({
    profiles: { a: { apiProvider: "x" }, b: { apiProvider: "x" } },
    secrets: new Map([
      ["a", { apiKey: "new-key" }],
      ["b", { apiKey: "new-key" }],
    ]),
  });
  await applyImport(imported, target, all);
  expect([...target.profiles.keys()]).toEqual(["a", "b", "a-imported"]);
  expect(Object.fromEntries(target.secrets)).toEqual({
    a: { apiKey: "old-key" },
    "a-imported": { apiKey: "new-key" },
    b: { apiKey: "new-key" },
  });
});

test("MCP servers are added to an existing file; a different one is added disabled", async () => {
  const target = new MemoryImportTarget();
  target.files.set(
    "user:mcp-settings.json",
    '{\n  // mine\n  "mcpServers": {\n    "git": { "command": "my-git" },\n  },\n  "other": 1\n}\n',
  );
  const content = JSON.stringify({ mcpServers: { git: { command: "their-git" }, web: { command: "web" } } });
  const imported = importOf({ files: [{ path: "mcp-settings.json", content, source: "/x", scope: "user" }] });
  const report = await applyImport(imported, target, all);
  const text = target.files.get("user:mcp-settings.json") ?? "";
  expect(text).toContain("// mine");
  expect(text).toContain('"other": 1');
  expect(text).toMatch(/"git": \{\s+"command": "my-git"\s+\}/);
  expect(text).toMatch(/"git-imported": \{\s+"command": "their-git",\s+"disabled": true/);
  expect(report.imported[0]?.note).toBe("added git-imported, web");
  const { writes } = target;
  await applyImport(imported, target, all);
  expect(target.writes).toBe(writes);
});

test("a broken MCP file stays unchanged", async () => {
  const target = new MemoryImportTarget();
  target.files.set("user:mcp-settings.json", "{ broken");
  const content = '{"mcpServers":{}}';
  await applyImport(
    importOf({ files: [{ path: "mcp-settings.json", content, source: "/x", scope: "user" }] }),
    target,
    all,
  );
  expect(target.files.get("user:mcp-settings.json")).toBe("{ broken");
  expect(target.files.get("user:mcp-settings-imported.json")).toBe(content);
});

test("only what was chosen is imported", async () => {
  const target = new MemoryImportTarget();
  const report = await applyImport(await findOne("roo"), target, ({ kind }) => kind === "mode");
  expect(target.modes.size).toBe(1);
  expect([
    target.profiles.size,
    target.secrets.size,
    target.settings.size,
    target.files.size,
    target.tasks.size,
  ]).toEqual([0, 0, 0, 0, 0]);
  expect(report.skipped.every(({ note }) => note === "not chosen")).toBe(true);
});

test("paths that lead out are never written", async () => {
  const target = new MemoryImportTarget();
  const files = ["../x.md", "/etc/x", "rules/../../x", "C:\\x"].map((path) => ({
    path,
    content: "x",
    source: "/x",
    scope: "user" as const,
  }));
  const report = await applyImport(importOf({ files }), target, all);
  expect(target.files.size).toBe(0);
  expect(report.skipped).toHaveLength(4);
});

test("a failed item is reported without secrets, and the rest continues", async () => {
  const target = new MemoryImportTarget();
  target.addProfile = async (_, { apiKey, credentials }) => {
    if (apiKey ?? credentials)
      throw new RooError({ code: "disk_full", message: `No room for ${apiKey ?? credentials}.` });
  };
  const imported = await findOne("roo", {
    ...fixtureOptions("roo"),
    rooSettingsFile: join(importFixtures, "roo", "roo-code-settings.json"),
  });
  const report = await applyImport(imported, target, all);
  expect(report.failed.map(({ name }) => name)).toEqual(["default", "mine", "cloud", "work"]);
  expect(formatReport(report)).toContain("No room for [redacted].");
  expect(formatReport(report)).not.toContain("CANARY");
  expect(target.tasks.size).toBe(imported.tasks.length);
});
