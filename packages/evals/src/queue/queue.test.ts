import { tables } from "@roo-code/store/database";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorReport, metricsWith, newRun, reportWith } from "../../test/trial-reports.ts";
import {
  createRun,
  defaultTerms,
  failLostTrials,
  finishTrial,
  type Lease,
  openRun,
  readRun,
  readTrial,
  readTrials,
  releaseOrphans,
  releaseTrial,
  removeRun,
  renewLeases,
  sendHeartbeat,
  settleRun,
  stopRun,
  takeTrial,
  thisHolder,
} from "./index.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

/** A database with one open run. */
async function openedRun(exercises: number, request: object = {}) {
  const database = await databases.create();
  const runId = await createRun(database, newRun(exercises, request));
  await openRun(database, runId);
  const take = (leaseMs = 60_000, holder = "a") => takeTrial(database, { runId, holder, leaseMs });
  const finish = (lease: Lease, report = reportWith(), terms = { ...defaultTerms, retryMs: 0 }) =>
    finishTrial(database, lease, { report, terms });
  const expire = () => database.pool.query("update tasks set lease_until = now() - interval '1 second'");
  return { database, runId, take, finish, expire };
}

const present = (lease: Lease | undefined): Lease => {
  if (!lease) throw new Error("no free trial");
  return lease;
};

it("leases every trial once, however many controllers take at the same time", async () => {
  const { take, runId, database } = await openedRun(20, { iterations: 2 });
  const taken = await Promise.all(Array.from({ length: 50 }, (_, index) => take(60_000, `h${index % 5}`)));
  const ids = taken.flatMap((lease) => lease?.trialId ?? []);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  expect(new Set(taken.map((lease) => lease?.number))).toEqual(new Set([1, undefined]));
  expect((await readRun(database, runId)).counts).toMatchObject({ total: 40, running: 40, waiting: 0 });
});

it("runs every exercise once before any twice", async () => {
  const { take } = await openedRun(3, { iterations: 2 });
  const order = [];
  for (let lease = await take(); lease; lease = await take()) order.push(`${lease.exercise}.${lease.iteration}`);
  expect(order).toEqual(["e1.1", "e2.1", "e3.1", "e1.2", "e2.2", "e3.2"]);
});

it("refuses reports for an outdated lease, and records a repeated report once", async () => {
  const { database, runId, take, finish, expire } = await openedRun(1);
  const stale = present(await take());
  expect(await take()).toBeUndefined();
  await expire();
  const lease = present(await take());
  expect([lease.trialId, lease.number]).toEqual([stale.trialId, 2]);
  expect(await finish(stale, reportWith({ verdict: "failed" }))).toBe("refused");
  expect(await finish(lease)).toBe("recorded");
  expect(await finish(lease)).toBe("recorded");
  expect(await finish(stale, reportWith({ verdict: "failed" }))).toBe("refused");
  await settleRun(database, runId);
  await settleRun(database, runId);
  expect(await readRun(database, runId)).toMatchObject({
    status: "finished",
    counts: { total: 1, passed: 1, failed: 0, running: 0, waiting: 0 },
    tokensIn: 100,
    cost: 0.5,
  });
  expect(await database.orm.select({ id: tables.taskMetrics.id }).from(tables.taskMetrics)).toHaveLength(2);
  expect((await readTrial(database, lease.trialId)).attempts).toMatchObject([
    { number: 1, finishedAt: null },
    { number: 2, finishedAt: expect.any(String) },
  ]);
});

it("retries errors up to the limit, and counts their cost", async () => {
  const { database, runId, take, finish } = await openedRun(1);
  const seen = [];
  for (let lease = await take(); lease; lease = await take()) {
    const first = await finish(lease, errorReport);
    seen.push([first, await finish(lease, errorReport)]);
  }
  expect(seen).toEqual([
    ["again", "again"],
    ["again", "again"],
    ["recorded", "recorded"],
  ]);
  await settleRun(database, runId);
  expect(await readRun(database, runId)).toMatchObject({ counts: { error: 1, failed: 0 }, tokensIn: 300, cost: 1.5 });
  const [trial] = await readTrials(database, runId);
  expect(trial).toMatchObject({ verdict: "error", attempts: 3, error: { code: "no_toolchain" }, tests: null });
  await openRun(database, runId, { retriesErrors: true });
  expect(await finish(present(await take()))).toBe("recorded");
  expect((await settleRun(database, runId)).left).toBe(0);
  expect((await readRun(database, runId)).counts).toMatchObject({ passed: 1, error: 0 });
});

it("waits before a retry", async () => {
  const { take, finish } = await openedRun(1);
  expect(await finish(present(await take()), errorReport, { ...defaultTerms, retryMs: 60_000 })).toBe("again");
  expect(await take()).toBeUndefined();
});

it("gives up a trial that is lost with every controller", async () => {
  const { database, runId, take, expire } = await openedRun(1);
  const lose = async () => {
    present(await take());
    await failLostTrials(database, runId, { maxLost: 2 });
    await expire();
    await failLostTrials(database, runId, { maxLost: 2 });
    return (await readTrials(database, runId))[0]?.error?.code;
  };
  expect([await lose(), await lose()]).toEqual([undefined, "runner_lost"]);
  expect(await take()).toBeUndefined();
});

it("frees at once the trials of dead processes on this machine, and no others", async () => {
  const { database, runId, take } = await openedRun(3);
  const dead = JSON.stringify({ ...JSON.parse(thisHolder()), pid: 2 ** 22 + 1 });
  const elsewhere = JSON.stringify({ ...JSON.parse(thisHolder()), machine: "another", pid: 2 ** 22 + 1 });
  const orphan = present(await take(60_000, dead));
  await take(60_000, elsewhere);
  await take(60_000, thisHolder());
  await releaseOrphans(database, runId);
  expect(await take()).toMatchObject({ trialId: orphan.trialId, number: 2 });
  expect(await take()).toBeUndefined();
});

it("renews leases, reports lost ones, and records usage", async () => {
  const { database, runId, take, expire } = await openedRun(2);
  const kept = present(await take(0));
  const metrics = { tokensIn: 7, tokensOut: 3, cost: 0.25 };
  expect(await renewLeases(database, [{ lease: kept, metrics }], { leaseMs: 60_000 })).toEqual([]);
  const lost = present(await take());
  await expire();
  present(await take());
  present(await take());
  const leased = [
    { lease: kept, metrics },
    { lease: lost, metrics: metricsWith({ tokensIn: 1, tokensOut: 0, cost: null }) },
  ];
  expect(await renewLeases(database, leased, { leaseMs: 60_000 })).toEqual([kept, lost]);
  expect(await sendHeartbeat(database, runId, 60_000)).toMatchObject({
    status: "running",
    tokens: 11,
    cost: 0.25,
    workedMs: 0,
  });
  await database.orm.update(tables.runs).set({ beatAt: sql`now() - interval '1 day'` });
  expect((await sendHeartbeat(database, runId, 5_000))?.workedMs).toBe(5_000);
});

it("does not renew a lease that was released", async () => {
  const { database, take } = await openedRun(1);
  const lease = present(await take());
  await releaseTrial(database, lease, { code: "interrupted", message: "stopped" });
  expect(await renewLeases(database, [{ lease, metrics: metricsWith({}) }], { leaseMs: 60_000 })).toEqual([lease]);
  expect(await take()).toMatchObject({ trialId: lease.trialId, number: 2 });
});

it("leases nothing from a stopped run, and continues with the rest when it is reopened", async () => {
  const { database, runId, take, finish } = await openedRun(2);
  const lease = present(await take());
  await stopRun(database, runId);
  expect(await take()).toBeUndefined();
  await releaseTrial(database, lease, { code: "cancelled", message: "stopped" });
  await releaseTrial(database, lease, { code: "cancelled", message: "stopped" });
  expect(await readRun(database, runId)).toMatchObject({ status: "cancelled", counts: { waiting: 2, running: 0 } });
  await openRun(database, runId);
  for (let next = await take(); next; next = await take()) await finish(next);
  await settleRun(database, runId);
  expect(await readRun(database, runId)).toMatchObject({ status: "finished", counts: { passed: 2 } });
  await stopRun(database, runId);
  expect((await readRun(database, runId)).status).toBe("finished");
});

it("stores metrics, tool errors and use of MCP servers with any bytes", async () => {
  const { database, runId, take, finish } = await openedRun(1);
  const lease = present(await take());
  const at = "2026-01-02T03:04:05.678Z";
  const server = { source: "project", transport: "stdio" } as const;
  const call = { toolName: "add", request: "{}", responseSize: 2, timeoutMs: 60_000, source: "project", at } as const;
  await finish(
    lease,
    reportWith({
      verdict: "failed",
      toolErrors: [{ tool: "apply_diff", error: "zero \u0000 and half \ud800" }],
      diff: "--- a\u0000",
      mcp: {
        connections: [
          { serverName: "files", eventType: "established", ...server, durationMs: 3.5, errorMessage: null, at },
        ],
        resources: [],
        benchmarks: [
          {
            mcpServerName: "files",
            userIntent: "count",
            totalSteps: 2,
            errorCount: 1,
            calls: [
              { ...call, stepNumber: 1, response: "", durationMs: 1, errorMessage: "no\u0000" },
              { ...call, stepNumber: 2, response: "ok", durationMs: 2.25, errorMessage: null },
            ],
          },
        ],
      },
    }),
  );
  const details = await readTrial(database, lease.trialId);
  expect(details).toMatchObject({
    diff: "--- a\uFFFD",
    toolErrors: [{ tool: "apply_diff", error: "zero \uFFFD and half \uFFFD" }],
    trial: { metrics: metricsWith({ duration: 13 }), verdict: "failed" },
  });
  const { mcpRetrievalBenchmarks: benchmarks, mcpRetrievalCalls: calls } = tables;
  expect(
    await database.orm
      .select()
      .from(benchmarks)
      .innerJoin(calls, eq(calls.benchmarkId, benchmarks.id))
      .orderBy(calls.id),
  ).toMatchObject([
    {
      mcp_retrieval_benchmarks: {
        runId,
        taskId: lease.trialId,
        totalSteps: 2,
        errorCount: 1,
        codeExecutionSuccess: false,
      },
      mcp_retrieval_calls: { stepNumber: 1, errorMessage: "no\uFFFD" },
    },
    { mcp_retrieval_calls: { stepNumber: 2, durationMs: 2.25, responseSize: 2 } },
  ]);
  await settleRun(database, runId);
  await removeRun(database, runId);
  for (const name of [
    "runs",
    "tasks",
    "task_metrics",
    "task_attempts",
    "tool_errors",
    "mcp_connection_events",
    "mcp_retrieval_calls",
  ])
    expect((await database.pool.query(`select 1 from ${name}`)).rowCount).toBe(0);
});

it("does not remove a running run, and refuses secrets in settings", async () => {
  const { database, runId, take } = await openedRun(1);
  await take();
  await expect(removeRun(database, runId)).rejects.toMatchObject({ code: "run_busy" });
  await expect(removeRun(database, 999)).rejects.toMatchObject({ code: "unknown_run" });
  const settings = { apiProvider: "openai", openRouterApiKey: "or-canary" };
  await expect(createRun(database, newRun(1, { settings }))).rejects.toMatchObject({ code: "secret_in_settings" });
  await createRun(database, newRun(1, { settings: { maxTokens: 5, apiKey: "${env:KEY}" } }));
});
