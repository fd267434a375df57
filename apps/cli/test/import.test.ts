import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { taskEventSchema } from "@roo-code/types";
import { expect, it } from "vitest";
import { complete, createProject } from "./roo.ts";

const fixtures = fileURLToPath(new URL("../../../packages/store/fixtures/import/", import.meta.url));

/** A machine on which every other agent has been used. */
function movingIn() {
  const here = createProject();
  const home = join(here.home, "..", "person");
  for (const tool of readdirSync(fixtures)) {
    cpSync(join(fixtures, tool, "home"), home, { recursive: true });
  }
  const roo = (...args: string[]) => here.roo(args, { env: { HOME: home } });
  return { here, home, roo };
}

function everythingBelow(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");
}

it("shows what it found, imports nothing without confirmation and everything with --yes, and only reads the sources", async () => {
  const { here, home, roo } = movingIn();
  using _ = here;
  const before = everythingBelow(home);
  const shown = await roo("import");
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing was imported") });
  for (const tool of ["roo", "cline", "kilo", "claude-code", "codex", "opencode"])
    expect(shown.stderr).toContain(`${tool}:`);
  expect(await roo("import", "--yes")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Imported from roo"),
  });
  expect(everythingBelow(home)).toBe(before);
});

it("changes nothing when it is run again", async () => {
  const { here, roo } = movingIn();
  using _ = here;
  await roo("import", "--yes");
  const { stdout } = await roo("import", "--yes", "--output", "json");
  const reports = JSON.parse(stdout) as { tool: string; imported: unknown[]; failed: unknown[] }[];
  expect(reports.map(({ tool, imported, failed }) => ({ tool, imported, failed }))).toEqual(
    reports.map(({ tool }) => ({ tool, imported: [], failed: [] })),
  );
});

it("opens, searches and resumes tasks of other agents", async () => {
  const { here, roo } = movingIn();
  using _ = here;
  await roo("import", "--yes");
  const tasks = JSON.parse((await roo("tasks", "list", "--output", "json")).stdout) as {
    taskId: string;
    status: string;
  }[];
  expect(tasks.length).toBeGreaterThanOrEqual(6);
  const found = JSON.parse((await roo("tasks", "search", "parser", "--output", "json")).stdout);
  expect(found.hits[0].task).toMatchObject({ taskId: "0198c0de-0000-7000-8000-000000000001" });
  for (const { taskId } of tasks) {
    expect((await roo("tasks", "show", taskId)).code).toBe(0);
    for (const event of here.events(taskId)) expect(taskEventSchema.safeParse(event)).toMatchObject({ success: true });
    const replies = here.events(taskId).filter(({ type }) => type === "turn.end" || type === "turn.failed").length;
    const script = here.script([
      ...Array.from({ length: replies }, () => ({ text: "" })),
      { expect: "go on", ...complete("went on") },
    ]);
    const resumed = await roo("run", "--resume", taskId, "--cwd", here.folder, "--replay", script, "go on");
    expect(resumed).toMatchObject({ code: 0, stdout: "went on\n" });
  }
});

it("exports a task in every format, without keys", async () => {
  using here = createProject({ a: "the key is canary-key-12345" });
  const { result } = await here.run([{ toolCalls: [{ name: "read_file", input: { path: "a" } }] }, complete("read")]);
  const env = { OPENAI_API_KEY: "canary-key-12345" };
  for (const format of ["markdown", "json", "atif"]) {
    const { code, stdout } = await here.roo(["export", result.taskId, "--format", format], { env });
    expect(code).toBe(0);
    expect(stdout).toContain("read_file");
    expect(stdout).not.toContain("canary");
  }
  expect(await here.roo(["export", result.taskId, "--format", "roo", "--to", "out"], { env })).toMatchObject({
    code: 0,
  });
  expect(readdirSync(here.path("out")).sort()).toEqual([
    "api_conversation_history.json",
    "history_item.json",
    "ui_messages.json",
  ]);
  expect(everythingBelow(here.path("out"))).not.toContain("canary");
});

it.each([
  ["roo", "2\n"],
  ["profiles", ""],
])("exports profiles as %s, and imports them on another machine", async (format, maxCost) => {
  using here = createProject();
  await here.roo([
    "profiles",
    "add",
    "main",
    "--provider",
    "openrouter",
    "--model",
    "some/model",
    "--api-key",
    "canary-key-12345",
  ]);
  await here.roo(["profiles", "use", "main"]);
  await here.roo(["config", "set", "maxCost", "2"]);
  const exported = await here.roo(["profiles", "export", "--format", format]);
  expect(exported.code).toBe(0);
  expect(exported.stdout).not.toContain("canary");
  using there = createProject({ "roo-code-settings.json": exported.stdout });
  expect((await there.roo(["import", "--yes", "--from", "roo-code-settings.json"])).code).toBe(0);
  expect(JSON.parse((await there.roo(["profiles", "list", "--output", "json"])).stdout)).toMatchObject({
    main: { apiProvider: "openrouter", apiModelId: "some/model" },
  });
  expect((await there.roo(["config", "get", "maxCost"])).stdout).toBe(maxCost);
});
