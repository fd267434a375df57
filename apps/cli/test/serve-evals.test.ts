import { type Client, createClient } from "@roo-code/client";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canHideAnswers, createEvalsProject, solution } from "./evals-project.ts";
import { complete, type TestProject } from "./roo.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

async function serving(at: TestProject) {
  const started = at.start(["serve", "--port", "0", "--output", "json"]);
  await started.prints(/\n/);
  const { token, port } = JSON.parse(started.stdout()) as { token: string; port: number };
  return {
    client: createClient({ baseUrl: `http://127.0.0.1:${port}`, token }),
    async [Symbol.asyncDispose]() {
      started.child.kill("SIGTERM");
      await started.ended;
    },
  };
}

const wanted = ({ suite }: { readonly suite: string }) => ({ suite, exercises: ["two-fer"] });

async function finished(client: Client, runId: number) {
  await expect.poll(async () => (await client.evals.get({ params: { runId } })).run.status).toBe("finished");
  return client.evals.get({ params: { runId } });
}

it("runs evals, streams their progress, and shows, compares and deletes them", async () => {
  const { url } = await databases.create();
  using at = createEvalsProject(url);
  await using served = await serving(at);
  const { evals } = served.client;
  expect((await served.client.server.about()).features.evals).toBe(true);
  expect((await evals.suites()).suites.map(({ name }) => name)).toContain("roo-mini");
  const { suites } = await evals.suites({ query: { suite: at.suite } });
  expect(suites[0]?.languages).toContainEqual({ language: "javascript", exercises: ["two-fer"], missing: null });
  expect(await evals.plan({ body: { ...wanted(at), iterations: 2 } })).toMatchObject({ trials: 2 });
  await expect(evals.plan({ body: { suite: "/nowhere" } })).rejects.toMatchObject({ code: "unknown_suite" });
  await expect(evals.create({ body: { suite: at.suite, agent: "who" } })).rejects.toMatchObject({
    code: "unknown_agent",
  });

  const nothing = await evals.create({ body: { ...wanted(at), agent: "null" } });
  const updates: string[] = [];
  for await (const news of evals.watch({ params: { runId: nothing.id } }))
    updates.push(news.type === "run" ? `run ${news.run.status}` : `trial ${news.trial.verdict ?? news.trial.status}`);
  expect(updates[0]).toMatch(/^run/);
  expect(updates).toEqual(expect.arrayContaining(["run finished", "trial failed"]));
  expect(await finished(served.client, nothing.id)).toMatchObject({
    run: { counts: { failed: 1, total: 1 } },
    summary: { overall: { passed: 0, graded: 1 } },
  });

  const replayFile = at.script([
    { toolCalls: [{ name: "write_to_file", input: { path: "two-fer.js", content: solution } }] },
    complete("done"),
  ]);
  const solved = await evals.create({ body: { ...wanted(at), settings: { apiProvider: "replay", replayFile } } });
  const { trials } = await finished(served.client, solved.id);
  expect(trials).toMatchObject([{ verdict: "passed" }]);
  const trial = await evals.trial({ params: { trialId: trials[0]?.id ?? 0 } });
  expect(trial.diff).toContain("+export const twoFer");
  expect(trial.events.map(({ type }) => type)).toContain("tool.end");
  expect(trial.gradingOutput).not.toBe("");

  expect(await evals.compare({ query: { a: nothing.id, b: solved.id } })).toMatchObject({ shared: 1, onlyB: 1 });
  expect((await evals.runs({ query: { limit: 1 } })).runs.map(({ id }) => id)).toEqual([solved.id]);
  const report = await evals.report({ params: { runId: solved.id }, query: { format: "markdown" } });
  expect(new TextDecoder().decode(report)).toContain("two-fer");
  expect(await evals.mcpBenchmarks()).toEqual({ servers: [] });
  await evals.remove({ params: { runId: nothing.id } });
  await expect(evals.get({ params: { runId: nothing.id } })).rejects.toMatchObject({ code: "unknown_run" });
}, 240_000);

it.skipIf(!canHideAnswers)(
  "stops a cancelled run, and resumes it (needs bwrap)",
  async () => {
    const { url } = await databases.create();
    using at = createEvalsProject(url);
    await using served = await serving(at);
    const { evals } = served.client;
    const run = await evals.create({ body: { ...wanted(at), agent: "command: sleep 600" } });
    const params = { runId: run.id };
    await expect.poll(async () => (await evals.get({ params })).run.counts.running).toBe(1);
    expect(await evals.cancel({ params })).toMatchObject({ status: "cancelled" });
    await expect.poll(async () => (await evals.get({ params })).run.counts).toMatchObject({ running: 0, waiting: 1 });
    expect(await evals.resume({ params })).toMatchObject({ id: run.id });
    await expect.poll(async () => (await evals.get({ params })).run.counts.running).toBe(1);
    await evals.cancel({ params });
  },
  240_000,
);
