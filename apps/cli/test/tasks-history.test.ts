import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";

const day = 86_400;

function age(here: TestProject, taskId: string, days: number): void {
  const folder = join(here.home, "tasks", taskId);
  const seconds = Date.now() / 1000 - days * day;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), seconds, seconds);
}

function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "latin1").toLowerCase().includes(word));
}

it("searches the messages of all tasks, but not of deleted ones", async () => {
  using here = createProject({ a: "a canaryxqzj in a file" });
  const { result } = await here.run([{ text: "I look.", ...call("read_file", { path: "a" }) }, complete("looked")]);
  await here.run([complete("something else")]);
  const found = await here.roo(["tasks", "search", "canaryxqzj"]);
  expect(found).toMatchObject({ code: 0, stderr: "" });
  expect(found.stdout).toMatch(
    new RegExp(`^${result.taskId}  completed  [-\\d]+ [:\\d]+  do it\n  read_file: .*a «canaryxqzj» in a`),
  );
  const asJson = await here.roo(["tasks", "search", "canary*", "--cwd", ".", "--limit", "1", "--output", "json"]);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    hits: [{ task: { taskId: result.taskId }, who: "tool" }],
    tasks: 1,
  });
  expect((await here.roo(["tasks", "search", "canaryxqzj", "--cwd", "/"])).stdout).toContain(result.taskId);
  expect((await here.roo(["tasks", "search", "canaryxqzj", "status:failed"])).stdout).toBe("Nothing found.\n");
  expect(filesWith(here.home, "canaryxqzj")).not.toEqual([]);
  expect(await here.roo(["tasks", "delete", result.taskId])).toMatchObject({ code: 0 });
  expect(filesWith(here.home, "canaryxqzj")).toEqual([]);
  expect((await here.roo(["tasks", "search", "canaryxqzj"])).stdout).toBe("Nothing found.\n");
});

it("handles unusual queries", async () => {
  using here = createProject();
  await here.run([complete("a phrase of words")]);
  for (const query of ['"', "???", "*", "NEAR(", "a AND", "-", "status:nonsense", "\u001b[2J"])
    expect(await here.roo(["tasks", "search", "--", query])).toMatchObject({ code: 0, stderr: "" });
  expect((await here.roo(["tasks", "search", "phrase of", "words"])).stdout).toContain("«phrase of» «words»");
  expect((await here.roo(["tasks", "search", "of phrase", "words"])).stdout).toBe("Nothing found.\n");
  expect((await here.roo(["tasks", "search"])).code).toBe(2);
});

it("prunes according to the settings, lists what it removed, and removes nothing in a dry run", async () => {
  using here = createProject();
  const old = (await here.run([complete("old")])).result.taskId;
  const young = (await here.run([complete("young")])).result.taskId;
  age(here, old, 40);
  expect((await here.roo(["tasks", "prune"])).stdout).toMatch(/^No limit is set.*2 tasks/);
  expect(await here.roo(["config", "set", "historyMaxAge", "30"])).toMatchObject({ code: 0 });
  expect((await here.roo(["tasks", "prune", "--dry-run"])).stdout).toMatch(
    new RegExp(`^would remove ${old}  last used [-\\d]+  \\d+ KB  do it\nwould be left: 1 tasks, \\d+ KB\n$`),
  );
  expect(here.taskIds().sort()).toEqual([old, young].sort());
  expect((await here.roo(["tasks", "prune"])).stdout).toContain(`removed ${old}`);
  expect(here.taskIds()).toEqual([young]);
});

it("prunes once a day, after a run, and ignores limits set by a project", async () => {
  using here = createProject({ ".roo/settings.json": '{ "historyMaxAge": 1 }' });
  await here.roo(["config", "set", "untrusted", "ignore"]);
  const first = (await here.run([complete("first")])).result.taskId;
  age(here, first, 40);
  expect((await here.run([complete("second")])).stderr).not.toContain("history:");
  await here.roo(["config", "set", "historyMaxAge", "30"]);
  const third = await here.run([complete("third")]);
  expect(third.stderr).toContain(`history: removed ${first}`);
  age(here, third.result.taskId, 40);
  expect((await here.run([complete("fourth")])).stderr).not.toContain("history:");
  expect(here.taskIds()).toContain(third.result.taskId);
});
