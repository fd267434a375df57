import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openBus } from "@roo-code/store/bus";
import { type Database, ensurePostgres, openDatabase } from "@roo-code/store/database";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { until } from "@roo-code/testkit/until";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { errorReport, metricsWith, newRun, reportWith } from "../../test/trial-reports.ts";
import { inProcessExecutor } from "../executors/in-process-executor.ts";
import { createRun, defaultTerms, openRun, readRun, readTrials, stopRun } from "../queue/index.ts";
import type { RunJob } from "../runner/serve-runner.ts";
import { controlRun } from "./control-run.ts";

vi.setConfig({ testTimeout: 120_000 });

let databases: TempDatabases;
let home: string;
beforeAll(async () => {
  databases = await tempDatabases();
  home = mkdtempSync(join(tmpdir(), "roo-controller-"));
});
afterAll(async () => {
  await databases[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const terms = { ...defaultTerms, retryMs: 1 };

async function createController(
  exercises: number,
  { request = {}, database }: { request?: object; database?: Database } = {},
) {
  const opened = database ?? (await databases.create());
  const runId = await createRun(opened, newRun(exercises, request));
  await openRun(opened, runId);
  const bus = await openBus({});
  const read = () => readRun(opened, runId);
  const control = async (runJob: RunJob, signal: AbortSignal = new AbortController().signal) =>
    controlRun({
      database: opened,
      bus,
      executor: inProcessExecutor(runJob),
      run: await read(),
      home,
      signal,
      terms,
      heartbeatMs: 50,
    });
  return { database: opened, runId, bus, read, control };
}

/** An agent that works until it is stopped. */
const endless: RunJob = async (_, { signal, stop, observe }) => {
  observe({ type: "usage", metrics: metricsWith({ tokensIn: 40, tokensOut: 0, cost: 0.4 }) });
  await new Promise((resolve) => {
    AbortSignal.any([signal, stop]).addEventListener("abort", resolve);
  });
  return reportWith({ verdict: "limit", limit: stop.reason, metrics: metricsWith({ tokensIn: 40, cost: 0.4 }) });
};

it("runs every trial with limited concurrency, and counts exactly", async () => {
  const { control, read, database, runId } = await createController(30, { request: { concurrency: 4, iterations: 2 } });
  let [now, peak] = [0, 0];
  const end = await control(async ({ exercise }) => {
    now += 1;
    peak = Math.max(peak, now);
    await until(() => peak === 4);
    now -= 1;
    return reportWith({ verdict: Number(exercise.slice(1)) % 3 === 0 ? "failed" : "passed" });
  });
  expect([end, peak]).toEqual(["finished", 4]);
  expect(await read()).toMatchObject({
    status: "finished",
    counts: { total: 60, passed: 40, failed: 20, running: 0, waiting: 0, error: 0 },
    tokensIn: 6000,
    cost: 30,
  });
  const { rows } = await database.pool.query(
    `select runs.passed, runs.failed, tokens_in::int, tool_usage from runs
     join task_metrics on task_metrics.id = runs.task_metrics_id`,
  );
  expect(rows).toEqual([
    { passed: 40, failed: 20, tokens_in: 6000, tool_usage: { read_file: { attempts: 120, failures: 60 } } },
  ]);
  expect(new Set((await readTrials(database, runId)).map(({ attempts }) => attempts))).toEqual(new Set([1]));
});

it("shares a run with other controllers without running a trial twice", async () => {
  const { control, read } = await createController(40, { request: { concurrency: 3 } });
  const started: number[] = [];
  const agent: RunJob = async ({ trialId }) => {
    started.push(trialId);
    await sleep(5);
    return reportWith();
  };
  expect(await Promise.all([control(agent), control(agent), control(agent)])).toEqual(Array(3).fill("finished"));
  expect([started.length, new Set(started).size]).toEqual([40, 40]);
  expect((await read()).counts.passed).toBe(40);
});

it("retries errors, and does not let one trial affect others", async () => {
  const { control, read, database, runId } = await createController(5);
  await control(async ({ exercise, number }) => {
    if (exercise === "e1") throw new Error("broken runner");
    if (exercise === "e2") return errorReport;
    if (exercise === "e3" && number < 3) return errorReport;
    return reportWith();
  });
  expect((await read()).counts).toMatchObject({ passed: 3, error: 2, failed: 0 });
  expect((await readTrials(database, runId)).map(({ attempts, error }) => [attempts, error?.code ?? null])).toEqual([
    [3, "runner_died"],
    [3, "no_toolchain"],
    [3, null],
    [1, null],
    [1, null],
  ]);
});

it("stops at a limit of the run, grades running trials, and resumes with the rest", async () => {
  const { control, read, runId, database } = await createController(6, {
    request: { concurrency: 2, runLimits: { cost: 0.7 } },
  });
  expect(await control(endless)).toBe("limit");
  expect(await read()).toMatchObject({
    status: "finished",
    limit: "cost",
    counts: { limit: 2, waiting: 4 },
    cost: 0.8,
  });
  await database.pool.query("update runs set request = jsonb_set(request, '{runLimits}', '{}')");
  await openRun(database, runId);
  expect(await control(async () => reportWith())).toBe("finished");
  expect(await read()).toMatchObject({ status: "finished", limit: null, counts: { limit: 2, passed: 4, waiting: 0 } });
});

it("stops at the time limit of the run", async () => {
  const { control, read } = await createController(3, { request: { concurrency: 1, runLimits: { minutes: 0.003 } } });
  expect(await control(endless)).toBe("limit");
  expect(await read()).toMatchObject({ limit: "time", counts: { limit: 1, waiting: 2 } });
});

it("stops on all controllers when cancelled", async () => {
  const { control, read, database, runId } = await createController(9, { request: { concurrency: 2 } });
  const working = [control(endless), control(endless)];
  await expect.poll(async () => (await read()).counts.running).toBe(4);
  await stopRun(database, runId);
  expect(await Promise.all(working)).toEqual(["cancelled", "cancelled"]);
  expect(await read()).toMatchObject({ status: "cancelled", counts: { waiting: 9, running: 0 } });
});

it("releases all trials when interrupted, and another controller continues", async () => {
  const { control, read } = await createController(4);
  const interrupt = new AbortController();
  const working = control(endless, interrupt.signal);
  await expect.poll(async () => (await read()).counts.running).toBe(2);
  interrupt.abort();
  expect(await working).toBe("interrupted");
  expect(await read()).toMatchObject({ status: "waiting", counts: { waiting: 4, running: 0 } });
  expect(await control(async () => reportWith())).toBe("finished");
  expect((await read()).counts).toMatchObject({ passed: 4, error: 0 });
});

it("drops a trial that another controller took after its lease expired", async () => {
  const { control, read, database } = await createController(1);
  // The second attempt finishes at once.
  const first = control((job, options) => (job.number === 1 ? endless(job, options) : Promise.resolve(reportWith())));
  await expect.poll(async () => (await read()).counts.running).toBe(1);
  // As if its lease had expired: another controller takes the trial before the next heartbeat.
  await database.pool.query(
    "update tasks set lease_number = lease_number + 1, lease_until = now() - interval '1 second'",
  );
  expect(await control(async () => reportWith())).toBe("finished");
  expect(await first).toBe("finished");
  expect((await read()).counts).toMatchObject({ passed: 1, limit: 0, total: 1 });
});

it("publishes events in Roo Code's format", async () => {
  const { control, bus, runId, database } = await createController(2, { request: { concurrency: 1 } });
  const published: unknown[] = [];
  await bus.subscribe(`evals:${runId}`, (message) => published.push(JSON.parse(message)));
  const seen: unknown[] = [];
  await control(async ({ exercise }, { observe }) => {
    seen.push(await bus.get(`heartbeat:${runId}`), await bus.membersOf(`runners:${runId}`));
    observe({ type: "task-event", eventName: "taskStarted", payload: ["t-1"] });
    observe({ type: "task-event", eventName: "message", payload: [{}] });
    return reportWith({ verdict: exercise === "e1" ? "passed" : "failed" });
  });
  await until(() => published.length === 4);
  const [first, second] = (await readTrials(database, runId)).map(({ id }) => id);
  expect(published).toEqual([
    { eventName: "taskStarted", payload: ["t-1"], taskId: first },
    { eventName: "evalPass", taskId: first },
    { eventName: "taskStarted", payload: ["t-1"], taskId: second },
    { eventName: "evalFail", taskId: second },
  ]);
  expect(seen.slice(0, 2)).toEqual([String(process.pid), [expect.stringMatching(`^task-${first}:`)]]);
  expect(await bus.membersOf(`runners:${runId}`)).toEqual([]);
});

it("continues after its database crashes, stops, is read-only or is locked for a while, without losing results", async () => {
  await using database = await ownDatabase();
  const { control, read } = await createController(40, { database: database.open, request: { concurrency: 3 } });
  const { pool } = database.open;
  const makeReadOnly = async () => {
    const client = await pool.connect();
    // This connection may still write, to reset the setting.
    await client.query("set default_transaction_read_only = off");
    for (const setting of ["on", "off"]) {
      await client.query(`alter system set default_transaction_read_only = ${setting}`);
      await client.query("select pg_reload_conf()");
      await sleep(500);
    }
    client.release(true);
  };
  const server = async () => (await ensurePostgres(join(database.home, "postgres"))).pid;
  const faults = new Map<number, () => Promise<unknown>>([
    [6, async () => process.kill(await server(), "SIGKILL")],
    [14, async () => process.kill(await server(), "SIGINT")],
    [20, () => pool.query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")],
    [26, makeReadOnly],
    [32, () => pool.query("begin; lock table tasks, task_attempts, runs; select pg_sleep(0.5); commit")],
  ]);
  let count = 0;
  const end = await control(async () => {
    count += 1;
    await faults.get(count)?.();
    await sleep(5);
    return reportWith();
  });
  expect(end).toBe("finished");
  expect(await read()).toMatchObject({ status: "finished", counts: { total: 40, passed: 40, error: 0 } });
});

async function ownDatabase() {
  const own = mkdtempSync(join(tmpdir(), "roo-own-database-"));
  const open = await openDatabase({ home: own });
  return {
    open,
    home: own,
    async [Symbol.asyncDispose]() {
      await open.close();
      rmSync(own, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}
