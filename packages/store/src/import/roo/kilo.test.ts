import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { fileOf, findOne, fixtureOptions, taskOf } from "../../../test/import-fixture.ts";
import { expectSendable } from "../../../test/sendable.ts";
import { tempFolder } from "../../../test/temp-folder.ts";

test("old and new versions of Kilo Code are found, with separate user and project configuration", async () => {
  const imported = await findOne("kilo");
  expect(imported.modes.map(({ slug, scope }) => `${scope} ${slug}`)).toEqual([
    "user translate",
    "project docs",
    "user scout",
  ]);
  expect(imported.modes[0]?.groups).toEqual([{ group: "read" }, { group: "edit", filePattern: "locales/.*\\.json$" }]);
  expect(imported.modes[2]?.groups).toEqual([{ group: "read" }, { group: "mcp" }]);
  expect(imported.files.map(({ scope, path }) => `${scope} ${path}`)).toEqual([
    "user rules/kilo/voice.md",
    "project rules/kilo/a.md",
    "project rules-code/kilo/b.md",
    "project skills/maps/SKILL.md",
    "project commands/deploy.md",
    "project rules-ask/kilo.md",
    "user mcp-settings.json",
    "project mcp.json",
  ]);
  expect(fileOf(imported, "mcp.json", "project")).toContain('"PASSWORD": "${env:PASSWORD}"');
  expect(imported.profiles).toEqual({
    "kilo-default": { apiProvider: "kilocode", apiModelId: "vendor/model" },
    kilo: { apiProvider: "openrouter", apiModelId: "vendor/new" },
  });
  expect(Object.fromEntries(imported.secrets)).toEqual({
    "kilo-default": { apiKey: "CANARY-kilo-token" },
    kilo: { apiKey: "CANARY-kilo-openrouter" },
  });
});

test("a task keeps its mode if the mode is imported too", async () => {
  const task = taskOf(await findOne("kilo"), "019a0000-0000-7000-8000-00000000000a");
  expect(expectSendable(task.events())).toMatchObject({
    mode: "translate",
    outcome: { status: "completed", result: "Translated." },
  });
});

test("sessions in its database are read from a copy", async () => {
  const homeFolder = tempFolder();
  const path = join(homeFolder, ".local", "share", "kilo", "kilo.db");
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, title TEXT, revert TEXT, time_created INTEGER);
    CREATE TABLE message (id TEXT, session_id TEXT, data TEXT, time_created INTEGER);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT, time_created INTEGER);`);
  database
    .prepare("INSERT INTO session VALUES (?, NULL, ?, ?, NULL, ?)")
    .run("ses_db1", "/home/ada/db", "A session", 1_761_000_000_000);
  const message = database.prepare("INSERT INTO message VALUES (?, 'ses_db1', ?, ?)");
  message.run("m1", JSON.stringify({ role: "user", time: { created: 1_761_000_000_000 } }), 1);
  message.run(
    "m2",
    JSON.stringify({
      role: "assistant",
      agent: "plan",
      providerID: "p",
      modelID: "m",
      time: { created: 1_761_000_001_000 },
    }),
    2,
  );
  const part = database.prepare("INSERT INTO part VALUES (?, ?, 'ses_db1', ?, 1)");
  part.run("p1", "m1", JSON.stringify({ type: "text", text: "Hello" }));
  part.run("p2", "m2", JSON.stringify({ type: "text", text: "Hi" }));
  database.close();
  const imported = await findOne("kilo", { ...fixtureOptions("kilo"), homeFolder, workspace: tempFolder() });
  const state = expectSendable(taskOf(imported, "ses_db1").events());
  expect(state).toMatchObject({ mode: "architect", environment: { cwd: "/home/ada/db" } });
  expect(state.messages).toEqual([
    { role: "user", content: [{ type: "text", text: "Hello" }] },
    { role: "assistant", content: [{ type: "text", text: "Hi" }] },
  ]);
});
