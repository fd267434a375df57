import { openEvalServices, readRun, readTrial, readTrials } from "@roo-code/evals/control";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEvalsProject, parsed, processesOf, solution } from "./evals-project.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

/** A run of six exercises, each of which takes a moment; killed when two are done and two are running. */
async function halfway(kill: (pids: { readonly controller: number; readonly runners: readonly number[] }) => void) {
  const { url } = await databases.create();
  const at = createEvalsProject(url, 6);
  at.write("agent.yaml", `steps: [{wait: 1}, {write: two-fer.js, text: ${JSON.stringify(solution)}}]`);
  const services = await openEvalServices({ home: at.home, environment: { DATABASE_URL: url } });
  const agent = ["--agent", `scripted:${at.path("agent.yaml")}`, "--language", "javascript"];
  const started = at.start(["evals", "run", "--suite", at.suite, ...agent, "--concurrency", "2", "--output", "json"]);
  const read = () => readRun(services.database, 1);
  await expect.poll(async () => (await read().catch(() => undefined))?.counts.passed ?? 0).toBeGreaterThanOrEqual(2);
  await expect.poll(() => runnersOf(at.home).length).toBeGreaterThanOrEqual(1);
  kill({ controller: started.child.pid ?? 0, runners: runnersOf(at.home) });
  const resume = async () => parsed(await at.roo(["evals", "resume", "1", "--output", "json"]));
  const attempts = async () => {
    const trials = await readTrials(services.database, 1);
    return (await Promise.all(trials.map(({ id }) => readTrial(services.database, id)))).flatMap(
      (trial) => trial.attempts,
    );
  };
  return {
    home: at.home,
    started,
    resume,
    attempts,
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      at[Symbol.dispose]();
    },
  };
}

const runnersOf = (home: string) =>
  processesOf(home).flatMap(({ pid, command }) => (command.includes("evals runner") ? [pid] : []));

const exact = { total: 6, passed: 6, failed: 0, error: 0, limit: 0, voided: 0, excluded: 0, waiting: 0, running: 0 };

describe.skipIf(process.platform !== "linux")("a run that is killed halfway (needs /proc)", () => {
  it("can be resumed when its controller was killed; its trials end by themselves", async () => {
    await using run = await halfway(({ controller }) => process.kill(controller, "SIGKILL"));
    expect((await run.started.ended).code).toBeNull();
    await expect.poll(() => processesOf(run.home)).toEqual([]);
    const { run: finished, trials } = await run.resume();
    expect(finished).toMatchObject({ status: "finished", counts: exact });
    const vanished = (await run.attempts()).filter(({ finishedAt }) => finishedAt === null).length;
    expect(vanished).toBeGreaterThanOrEqual(1);
    expect(trials.reduce((sum, trial) => sum + trial.attempts, 0)).toBe(6 + vanished);
  });

  it("retries only the trial of a killed runner", async () => {
    await using run = await halfway(({ runners }) => process.kill(runners[0] ?? 0, "SIGKILL"));
    const outcome = await run.started.ended;
    expect([outcome.code, parsed(outcome).run.counts]).toEqual([0, exact]);
    expect((await run.attempts()).flatMap(({ error }) => error?.code ?? [])).toEqual(["runner_died"]);
  });

  it("can be resumed when everything was killed", async () => {
    await using run = await halfway(({ controller, runners }) => {
      for (const pid of [controller, ...runners]) process.kill(pid, "SIGKILL");
    });
    await run.started.ended;
    expect((await run.resume()).run).toMatchObject({ status: "finished", counts: exact });
    expect(processesOf(run.home)).toEqual([]);
  });
});
