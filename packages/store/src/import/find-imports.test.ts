import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { taskEventSchema } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { folderState } from "../../test/folder-state.ts";
import { findOne, fixturePlaces, importFixtures } from "../../test/import-fixture.ts";
import { realClock } from "../../test/real-clock.ts";
import { expectSendable } from "../../test/sendable.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { FileEventLog } from "../file-event-log.ts";
import { secretTexts } from "../profiles/profile-secrets.ts";
import { findImports } from "./find-imports.ts";
import type { FoundImport } from "./import-source.ts";

const tools = ["roo", "kilo", "cline", "claude-code", "codex", "opencode"];

test("nothing is found where there is nothing", async () => {
  expect(await findImports({ homeFolder: tempFolder(), workspace: tempFolder(), environment: {} })).toEqual([]);
  expect(await findImports({ homeFolder: "/nowhere", workspace: "/nowhere", environment: {} })).toEqual([]);
});

test.each(tools)("%s: every task is a log that opens, lists and goes on", async (tool) => {
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

test("every key in every source is in `secrets` or nowhere", async () => {
  const rooSettingsFile = join(importFixtures, "roo", "roo-code-settings.json");
  const found = [await findOne("roo", { ...fixturePlaces("roo"), rooSettingsFile })];
  for (const tool of tools.slice(1)) found.push(await findOne(tool));
  const canaries = new Set(found.flatMap(({ secrets }) => [...secrets.values()].flatMap(secretTexts)));
  expect(canaries.size).toBe(20);
  for (const imported of found) expect(everythingButKeys(imported)).not.toMatch(/CANARY/);
});

test("a key that turns up in a conversation or a rule is taken out there", async () => {
  const homeFolder = copyOf("codex");
  const [session] = readdirSync(homeFolder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("1.jsonl"),
  );
  const path = join(homeFolder, session ?? "");
  writeFileSync(path, readFileSync(path, "utf8").replace("Twice as fast.", "Your key is CANARY-codex-openai."));
  writeFileSync(join(homeFolder, ".codex", "AGENTS.md"), "Use CANARY-codex-openai.\n");
  const imported = await findOne("codex", { ...fixturePlaces("codex"), homeFolder });
  expect(imported.secrets.get("codex")).toEqual({ apiKey: "CANARY-codex-openai" });
  expect(everythingButKeys(imported)).not.toMatch(/CANARY/);
  expect(everythingButKeys(imported)).toContain("Your key is [redacted].");
});

test.each(tools)("%s: the source is the same afterwards, to the last byte and time", async (tool) => {
  const homeFolder = copyOf(tool);
  const before = folderState(homeFolder);
  const found = await findImports({ ...fixturePlaces(tool), homeFolder });
  for (const { tasks } of found) for (const task of tasks) task.events();
  expect(folderState(homeFolder)).toEqual(before);
});

test("a conversation over 50 MB is left out and named, and harms no other", async () => {
  const homeFolder = copyOf("claude-code");
  const huge = join(homeFolder, ".claude", "projects", "-home-ada-claude", "huge-session.jsonl");
  writeFileSync(huge, "");
  truncateSync(huge, 51 * 1024 * 1024);
  const imported = await findOne("claude-code", { ...fixturePlaces("claude-code"), homeFolder });
  expect(imported.tasks).toHaveLength(1);
  expect(imported.unmapped.join("\n")).toContain("huge-session.jsonl was left out: it is larger than 50 MB.");
});

test("what links lead to outside a source is not read", async () => {
  const homeFolder = copyOf("claude-code");
  const outside = tempFolder("secret.md");
  writeFileSync(outside, "CANARY-outside");
  mkdirSync(join(homeFolder, ".claude", "skills", "stolen"), { recursive: true });
  symlinkSync(outside, join(homeFolder, ".claude", "skills", "stolen", "SKILL.md"));
  symlinkSync(dirname(outside), join(homeFolder, ".claude", "skills", "all"));
  symlinkSync(outside, join(homeFolder, ".claude", "commands", "out.md"));
  const imported = await findOne("claude-code", { ...fixturePlaces("claude-code"), homeFolder });
  expect(everythingButKeys(imported)).not.toContain("CANARY-outside");
  expect(imported.unmapped.join("\n")).toContain("out.md was left out: it is a link to a place outside.");
});

test("a word in place of a key is taken out of nothing", async () => {
  const homeFolder = tempFolder();
  mkdirSync(join(homeFolder, ".codex"));
  const config =
    'model = "llama"\nmodel_provider = "ollama"\n[model_providers.ollama]\nbase_url = "http://ollama:1"\nexperimental_bearer_token = "ollama"\n';
  writeFileSync(join(homeFolder, ".codex", "config.toml"), config);
  const { profiles, secrets } = await findOne("codex", { homeFolder, workspace: tempFolder(), environment: {} });
  expect(profiles).toEqual({ codex: { apiProvider: "ollama", apiModelId: "llama", apiBaseUrl: "http://ollama:1" } });
  expect(secrets.get("codex")).toEqual({ apiKey: "ollama" });
});

test.each(tools)("%s: a home folder is no project", async (tool) => {
  const { homeFolder } = fixturePlaces(tool);
  const { files, modes } = await findOne(tool, {
    homeFolder,
    workspace: homeFolder,
    environment: {},
    platform: "linux",
  });
  expect([...files, ...modes].filter(({ scope }) => scope === "project")).toEqual([]);
});

test("names that would move a cursor or leave a folder do neither", async () => {
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

test("broken files of every kind harm nothing, and each is named", async () => {
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
      const found = await findImports({ ...fixturePlaces(tool), homeFolder });
      for (const { tasks } of found) for (const task of tasks) expectSendable(task.events());
      for (const imported of found) expect(imported.unmapped.join("\n")).not.toContain("an error of ours");
    }),
    { numRuns: 100 },
  );
});

/** Values of the wrong kind in every place of a good file. */
test("good files with wrong values harm nothing", async () => {
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
      const found = await findImports({ ...fixturePlaces(tool), homeFolder });
      for (const { tasks } of found) for (const task of tasks) expectSendable(task.events());
      for (const imported of found) expect(imported.unmapped.join("\n")).not.toContain("an error of ours");
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
