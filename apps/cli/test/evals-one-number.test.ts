import { createClient } from "@roo-code/client";
import { createRun } from "@roo-code/evals/control";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { evalRunRequestSchema } from "@roo-code/types";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEvalsProject } from "./evals-project.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

/** Three of five: flags change nothing, a voided pass and a failure count as not passed, the rest is not scored. */
const trials = [
  { verdict: "passed", flags: [] },
  { verdict: "passed", flags: ["adds-config: own_test.py", "reads-history: git log"] },
  { verdict: "passed", flags: ["exits-early: helper.py"] },
  { verdict: "voided", flags: ["altered-tests: a_test.py"] },
  { verdict: "failed", flags: [] },
  { verdict: "excluded", flags: [] },
  { verdict: "error", flags: [] },
];

async function runWithAll(database: Awaited<ReturnType<TempDatabases["create"]>>): Promise<void> {
  await createRun(database, {
    request: evalRunRequestSchema.parse({ suite: "made-up", agent: "null" }),
    model: "null",
    exercises: trials.map((_, index) => ({ language: "python", name: `e${index}` })),
  });
  for (const [index, { verdict, flags }] of trials.entries())
    await database.pool.query("update tasks set verdict = $1, flags = $2, finished_at = now() where exercise = $3", [
      verdict,
      JSON.stringify(flags),
      `e${index}`,
    ]);
  await database.pool.query("update runs set status = 'finished', finished_at = now()");
}

it("reports the same pass rate in status, show, export, JSON and the server", async () => {
  const database = await databases.create();
  await runWithAll(database);
  using at = createEvalsProject(database.url);
  const say = async (...words: string[]) => (await at.roo(["evals", ...words])).stdout;
  expect(await say("status")).toMatch(/ 3\/5 /);
  const rate = { passed: 3, graded: 5, rate: 0.6 };
  expect(JSON.parse(await say("status", "--output", "json"))).toMatchObject([
    { passRate: rate, counts: { passed: 3 } },
  ]);
  const shown = await say("show", "1");
  expect(shown).toContain("3 of 5 scored trials passed: 60.0 %");
  expect(shown).toMatch(/python +3\/5 +60 %/);
  expect(shown).toContain("1 pass is void");
  expect(shown).toContain("2 passed trials are flagged");
  expect(shown).toContain("not scored: python/e5");
  const json = JSON.parse(await say("show", "1", "--output", "json"));
  expect(json).toMatchObject({
    run: { passRate: rate, counts: { passed: 3, voided: 1, excluded: 1 } },
    summary: { overall: rate, voided: 1, flagged: 2 },
  });
  expect(json.summary.overall).toEqual(json.run.passRate);
  for (const format of ["markdown", "html"])
    expect(await say("export", "1", "--format", format)).toContain("3 of 5 scored trials passed");
  expect(await say("export", "1", "--format", "csv")).not.toContain("flagged");

  const started = at.start(["serve", "--port", "0", "--output", "json"]);
  await started.prints(/\n/);
  const { token, port } = JSON.parse(started.stdout()) as { token: string; port: number };
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token });
  const [listed] = (await client.evals.runs()).runs;
  const one = await client.evals.get({ params: { runId: 1 } });
  started.child.kill("SIGTERM");
  await started.ended;
  expect([listed?.passRate, one.run.passRate, one.summary.overall]).toEqual(Array(3).fill(json.run.passRate));
});
