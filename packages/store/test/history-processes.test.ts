import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { HistorySearch } from "../src/history/history-hit.ts";
import { historyHome, taskWith, toolResult } from "./history-home.ts";

it("is built once by concurrent searches, in one process and in several", async () => {
  const here = historyHome();
  for (let index = 0; index < 100; index += 1)
    here.write(`task-${index}`, taskWith("a zebra", toolResult(`${"some text ".repeat(1000)} zebra`)));
  const script = fileURLToPath(new URL("./search-in-process.ts", import.meta.url));
  const args = [script, here.paths.tasksFolder, here.paths.cacheFolder, "zebra"];
  const others = [1, 2].map(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout) as HistorySearch;
  });
  const found = await Promise.all([here.search("zebra"), here.search("zebra"), ...others]);
  for (const { matches, tasks } of found) expect({ matches, tasks }).toEqual({ matches: 200, tasks: 100 });
  expect(await here.search("zebra")).toMatchObject({ matches: 200, isIndexed: true });
});
