import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { expect, it } from "vitest";
import { historyHome, logText, reply, taskWith, toolResult } from "../../test/history-home.ts";
import { FileEventLog } from "../file-event-log.ts";

const { message, runStart, taskStart } = eventDrafts;

it("returns where a text occurs, its speaker, and the words marked", async () => {
  const here = historyHome();
  here.write("task-1", taskWith("Repair the parser", reply("I look at it"), toolResult("the PARSER is broken")));
  here.write("task-2", taskWith("Write a poem"));
  const found = await here.search("parser");
  expect(found).toMatchObject({ matches: 2, tasks: 1, isIndexed: true });
  expect(found.hits).toEqual([
    {
      task: expect.objectContaining({ taskId: "task-1", title: "Repair the parser", status: "completed" }),
      matchesInTask: 2,
      seq: 5,
      at: new Date(here.clock.now()).toISOString(),
      who: "tool",
      tool: "read_file",
      snippet: "the PARSER is broken",
      marks: [{ start: 4, end: 10 }],
    },
    expect.objectContaining({ seq: 2, who: "you", snippet: "Repair the parser" }),
  ]);
});

it.each([
  ["one two", ["both"]],
  ["two one", ["both"]],
  ['"one two"', ["both"]],
  ['"two one"', []],
  ["thre*", ["third"]],
  ["thre", []],
  ['"two thr"*', ["third"]],
  ["CAFE", ["accent"]],
  ["càfé", ["accent"]],
  ["東京", ["tokyo"]],
  ["京東", []],
  ["snake_case", ["names"]],
  ["case snake", ["names"]],
  ["src/deep.ts", ["calls"]],
])("finds %s in %j", async (query, names) => {
  const here = historyHome();
  here.write("both", taskWith("one two"));
  here.write("third", taskWith("two three"));
  here.write("accent", taskWith("the Café"));
  here.write("tokyo", taskWith("我在東京住"));
  here.write("names", taskWith("a snake_case name"));
  here.write("calls", taskWith("x", reply("", { path: "src/deep.ts" })));
  const { hits } = await here.search(query);
  expect(hits.map(({ task }) => task.taskId)).toEqual(names);
});

it("filters by folder, status and time", async () => {
  const here = historyHome();
  const day = 86_400_000;
  here.write("old-task", taskWith("zebra"), here.clock.now() - 10 * day);
  here.write("open-task", [taskStart(testTaskId("task"), "/home/me/app"), message("zebra"), runStart()]);
  const names = async (query: string, cwd?: string) =>
    (await here.search(query, cwd === undefined ? {} : { cwd })).hits.map(({ task }) => task.taskId);
  expect(await names("zebra")).toEqual(["open-task", "old-task"]);
  expect(await names("zebra status:interrupted")).toEqual(["open-task"]);
  expect(await names("zebra since:7d")).toEqual(["open-task"]);
  expect(await names("since:2w zebra")).toEqual(["open-task", "old-task"]);
  expect(await names("zebra cwd:/home/me")).toEqual(["open-task"]);
  expect(await names('zebra cwd:"/home/me/app"')).toEqual(["open-task"]);
  expect(await names("zebra cwd:/home/m")).toEqual([]);
  expect(await names("zebra", "/project")).toEqual(["old-task"]);
});

it("distinguishes a running task from an interrupted one with the same log", async () => {
  const here = historyHome();
  const log = new FileEventLog(here.paths);
  const writer = await log.create(testTaskId("held-task"));
  await writer.append([taskStart(testTaskId("held-task")), message("zebra"), runStart()]).durable;
  expect((await here.search("zebra status:running")).hits).toHaveLength(1);
  await writer.close();
  expect((await here.search("zebra")).hits).toMatchObject([{ task: { status: "interrupted" } }]);
});

it("returns the last few matches of each task, and counts the rest", async () => {
  const here = historyHome();
  here.write("much", taskWith("zebra", ...Array.from({ length: 9 }, (_, index) => toolResult(`zebra ${index}`))));
  here.write("less", taskWith("zebra"), here.clock.now() - 1000);
  const found = await here.search("zebra");
  expect(found).toMatchObject({ matches: 11, tasks: 2 });
  expect(found.hits.map(({ snippet }) => snippet)).toEqual(["zebra 8", "zebra 7", "zebra 6", "zebra"]);
  expect(found.hits[0]?.matchesInTask).toBe(10);
  expect((await here.search("zebra", { limit: 2 })).hits).toHaveLength(2);
});

it("finds new events without reading the old ones again", async () => {
  const here = historyHome();
  here.write("grows", [...taskWith("alpha"), toolResult("x".repeat(3000))]);
  expect((await here.search("alpha")).matches).toBe(1);
  // As long as before, so that only a second reading would see it.
  writeFileSync(here.logOf("grows"), readFileSync(here.logOf("grows"), "utf8").replace('"alpha"}]', '"gamma"}]'));
  appendFileSync(here.logOf("grows"), logText([toolResult("omega")], here.clock.now(), 7));
  expect((await here.search("omega")).hits).toMatchObject([{ seq: 7 }]);
  expect((await here.search("gamma")).matches).toBe(0);
  expect((await here.search("alpha")).hits).toEqual([]);
});

it("reads a log again that was truncated or rewritten", async () => {
  const here = historyHome();
  here.write("rewritten", taskWith("alpha"));
  await here.search("alpha");
  here.write("rewritten", taskWith("omega omega omega omega"));
  expect((await here.search("alpha")).matches).toBe(0);
  expect((await here.search("omega")).matches).toBe(1);
  truncateSync(here.logOf("rewritten"), 10);
  expect((await here.search("omega")).matches).toBe(0);
});

it("waits for the end of a line that is being written", async () => {
  const here = historyHome();
  here.write("torn", taskWith("alpha"));
  const line = logText([toolResult("omega")], here.clock.now(), 6);
  appendFileSync(here.logOf("torn"), line.slice(0, -9));
  expect((await here.search("omega")).matches).toBe(0);
  appendFileSync(here.logOf("torn"), line.slice(-9));
  expect((await here.search("omega")).hits).toMatchObject([{ seq: 6, snippet: "omega" }]);
});

it("finds what is left of damaged logs, and everything else", async () => {
  const here = historyHome();
  here.write("good", taskWith("zebra"));
  here.write("damaged", taskWith("before zebra", toolResult("lost zebra"), toolResult("after zebra")));
  const lines = readFileSync(here.logOf("damaged"), "utf8").split("\n");
  lines[3] = '{"seq":4,"type":"tool.end","conte';
  const deep = `${"[".repeat(50_000)}"zebra"${"]".repeat(50_000)}`;
  lines.push(
    `{"seq":2,"at":"x","type":"turn.end","message":{"content":[{"input":${deep}}]}}`,
    '{"seq":2,"at":"x","type":"message.added","message":7}',
    '{"seq":2,"at":"x","type":"tool.end"}',
    "\0\0",
    "",
  );
  writeFileSync(here.logOf("damaged"), lines.join("\n"));
  mkdirSync(here.logOf("a-folder"), { recursive: true });
  const { hits } = await here.search("zebra");
  expect(hits.map(({ snippet }) => snippet).sort()).toEqual(["after zebra", "before zebra", "zebra"]);
});

it("finds nothing without tasks, and creates no tasks folder", async () => {
  const here = historyHome();
  expect(await here.search("zebra")).toMatchObject({ hits: [], matches: 0, tasks: 0 });
  expect(existsSync(here.paths.tasksFolder)).toBe(false);
});

it.each([
  ["is rubbish", (file: string) => writeFileSync(file, "rubbish".repeat(1000))],
  ["is empty", (file: string) => writeFileSync(file, "")],
  ["is gone", (file: string) => rmSync(file)],
  ["was cut", (file: string) => truncateSync(file, 9000)],
  ["is another program's", (file: string) => otherDatabase(file)],
  ["has rubbish inside", (file: string) => overwrite(file, 4096)],
])("rebuilds the index when it %s", async (_, damage) => {
  const here = historyHome();
  here.write("task-1", taskWith("zebra"));
  await here.search("zebra");
  damage(here.index);
  expect(await here.search("zebra")).toMatchObject({ matches: 1, isIndexed: true });
});

it("reads every log if no index can be stored", async () => {
  const here = historyHome();
  here.write("task-1", taskWith("a zebra"));
  writeFileSync(here.paths.cacheFolder, "");
  expect(await here.search("zebra")).toMatchObject({ matches: 1, isIndexed: false, hits: [{ snippet: "a zebra" }] });
});

it("finds the same with a Node.js that has no SQLite", async () => {
  const here = historyHome();
  here.write("task-1", taskWith("a zebra", toolResult("zebra crossing")));
  here.write("task-2", taskWith("zebras"));
  const expected = await here.search("zeb*");
  const script = fileURLToPath(new URL("../../test/search-in-process.ts", import.meta.url));
  const args = ["--no-experimental-sqlite", script, here.paths.tasksFolder, here.paths.cacheFolder, "zeb*"];
  const found: unknown = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  expect(found).toEqual({ ...expected, isIndexed: false });
});

it("makes the index private to the user", async () => {
  const here = historyHome();
  here.write("task-1", taskWith("zebra"));
  await here.search("zebra");
  const folder = execFileSync("stat", ["-c", "%a", dirname(here.index)], { encoding: "utf8" });
  expect(folder.trim()).toBe("700");
});

function otherDatabase(file: string): void {
  rmSync(file);
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE tasks (x); PRAGMA user_version = 1");
  database.close();
}

function overwrite(file: string, from: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from);
  writeFileSync(file, bytes);
}
