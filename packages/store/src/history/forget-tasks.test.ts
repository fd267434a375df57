import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { historyHome, taskWith, toolResult } from "../../test/history-home.ts";
import { FileEventLog } from "../file-event-log.ts";

const canary = "canaryxqzj";

it("removes a deleted task from every file in the home", async () => {
  const here = historyHome();
  for (let index = 0; index < 40; index += 1)
    here.write(`other-${index}`, taskWith(`task ${index}`, toolResult(`words ${"of others ".repeat(index)}`)));
  const taskId = here.write("secret", taskWith(`Keep ${canary}`, toolResult(`the ${canary.toUpperCase()} again`)));
  const output = join(dirname(here.logOf("secret")), "command-output", "1.txt");
  mkdirSync(dirname(output));
  writeFileSync(output, canary);
  expect((await here.search(canary)).matches).toBe(2);
  expect(here.filesWith(canary)).toContain(here.index);
  await new FileEventLog(here.paths).delete(taskId);
  expect(here.filesWith(canary)).toEqual([]);
  expect(existsSync(dirname(here.logOf("secret")))).toBe(false);
  expect(await here.search(canary)).toMatchObject({ matches: 0, isIndexed: true });
  expect((await here.search("others")).tasks).toBe(39);
});

it("removes manually deleted tasks from the index at the next search", async () => {
  const here = historyHome();
  here.write("stays", taskWith("zebra"));
  here.write("goes", taskWith(canary));
  await here.search(canary);
  rmSync(dirname(here.logOf("goes")), { recursive: true });
  expect(await here.search("zebra")).toMatchObject({ matches: 1, tasks: 1 });
  expect(here.filesWith(canary)).toEqual([]);
});

it("removes an index that it cannot update", async () => {
  const here = historyHome();
  const taskId = here.write("goes", taskWith("zebra"));
  await here.search("zebra");
  writeFileSync(here.index, `rubbish with ${canary}`);
  await new FileEventLog(here.paths).delete(taskId);
  expect(here.filesWith(canary)).toEqual([]);
});

it("does not create an index to delete from", async () => {
  const here = historyHome();
  await new FileEventLog(here.paths).delete(here.write("goes", taskWith("zebra")));
  expect(existsSync(here.paths.cacheFolder)).toBe(false);
});
