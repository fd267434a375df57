import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isNightly } from "@roo-code/testkit/nightly";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approvals } from "./crash/approvals.ts";
import { condensing } from "./crash/condensing.ts";
import { crashAtCalls } from "./crash/crash-loop.ts";
import { type FrozenCli, freezeCli } from "./crash/frozen-cli.ts";
import { subtasks } from "./crash/subtasks.ts";
import { killAt } from "./kill-points.ts";
import { complete, createProject } from "./roo.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const manyPoints = 200;

it.skipIf(!hasStrace).each([4, 17])(
  "loses nothing and repeats nothing, killed at its fdatasync %s (needs strace)",
  { timeout: 600_000 },
  async (point) => {
    expect(await killAt(point)).toMatchObject({ survived: false, problems: [] });
  },
);

it.skipIf(!hasStrace || !isNightly)(
  "loses nothing and repeats nothing, at any fdatasync (needs strace, at night)",
  { timeout: 600_000 },
  async () => {
    const events: number[] = [];
    for (let point = 1; point < manyPoints; point += 2) {
      const reports = await Promise.all([killAt(point), killAt(point + 1)]);
      for (const report of reports) expect(report).toMatchObject({ problems: [] });
      events.push(...reports.map((report) => report.events));
      if (reports.every(({ survived }) => survived)) break;
    }
    expect(Math.max(...events)).toBeGreaterThanOrEqual(40);
    expect(events.length).toBeGreaterThan(10);
    expect(events.length).toBeLessThan(manyPoints);
  },
);

/** There are about a dozen fsync calls; the third is that of the task's folder. */
const fileSyncs = isNightly ? Array.from({ length: 14 }, (_, index) => index + 1) : [3];

it.skipIf(!hasStrace)("also at the fsync of a file or folder (needs strace)", { timeout: 600_000 }, async () => {
  for (const point of fileSyncs) expect(await killAt(point, "fsync")).toMatchObject({ problems: [] });
});

it.skipIf(!hasStrace)("also if the resumed process is killed (needs strace)", { timeout: 600_000 }, async () => {
  const points = isNightly ? [1, 2, 3, 5, 6, 8, 9, 12, 15, 18, 22, 26, 30, 35] : [9];
  for (const point of points)
    for (const again of isNightly ? [1, 2, 3] : [2])
      expect(await killAt(point, "fdatasync", again)).toMatchObject({ problems: [] });
});

describe.skipIf(!hasStrace || !isNightly)("a tree of tasks, killed at any such call (needs strace, at night)", () => {
  let cli: FrozenCli;
  beforeAll(() => {
    cli = freezeCli();
  });
  afterAll(() => cli[Symbol.dispose]());

  const calls = ["fdatasync", "fsync", "rename", "unlink"] as const;
  const cases = [approvals, subtasks, condensing].flatMap((scenario) => calls.map((call) => ({ scenario, call })));
  it.each(cases)(
    "$scenario.name at its $call: nothing is lost, nothing is repeated",
    { timeout: 3_600_000 },
    async ({ scenario, call }) => {
      const { problems, kills } = await crashAtCalls(scenario, { cli, call, concurrency: 2 });
      expect(problems).toEqual([]);
      expect(kills).toBeGreaterThan(0);
    },
  );
});

it("sends no request if a crash came before the first message", async () => {
  using here = createProject();
  await here.run([complete("done")]);
  const [taskId = ""] = here.taskIds();
  const log = join(here.home, "tasks", taskId, "events.jsonl");
  const [first] = readFileSync(log, "utf8").split("\n");
  writeFileSync(log, `${first}\n`);
  const flags = ["run", "--replay", here.script([complete("done")]), "--output", "json", "--resume", taskId];
  const resumed = await here.roo(flags);
  expect(resumed.code).toBe(1);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ status: "failed", turns: 0, error: { code: "nothing_said" } });
  expect(await here.roo([...flags, "do it"])).toMatchObject({ code: 0 });
});
