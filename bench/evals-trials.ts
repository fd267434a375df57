import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  controlRun,
  createRun,
  inProcessExecutor,
  openEvalServices,
  openRun,
  readRun,
  readTrials,
  type TrialReport,
} from "@roo-code/evals/control";
import { evalRunRequestSchema, type Verdict } from "@roo-code/types";
import { median, ms, printTable } from "./table.ts";

const trials = 1_000;
const concurrency = 8;
/** Duration of a trial: long enough for accurate timers, short enough for the overhead to show. */
const workMs = (index: number) => 100 + (index % 7) * 25;
const verdictOf = (index: number): Verdict => (index % 5 === 0 ? "failed" : index % 11 === 0 ? "limit" : "passed");

interface Span {
  readonly from: number;
  readonly to: number;
}

export async function measureEvals(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "roo-bench-evals-"));
  try {
    const bareMs = await bare();
    const ours = await controlled(home);
    report(bareMs, ours);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

/** The same work without a queue, with the same concurrency. */
async function bare(): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const slot = async () => {
    while (next < trials) await sleep(workMs(next++));
  };
  await Promise.all(Array.from({ length: concurrency }, slot));
  return performance.now() - startedAt;
}

async function controlled(home: string) {
  await using services = await openEvalServices({ home, environment: {} });
  const { database, bus } = services;
  const request = evalRunRequestSchema.parse({ suite: "synthetic", agent: "null", concurrency });
  const exercises = Array.from({ length: trials }, (_, index) => ({ language: "none", name: String(index) }));
  const runId = await createRun(database, { request, model: "none", exercises });
  await openRun(database, runId);
  const spans: Span[] = [];
  const executor = inProcessExecutor(async ({ exercise }) => {
    const from = performance.now();
    await sleep(workMs(Number(exercise)));
    spans.push({ from, to: performance.now() });
    return reportOf(verdictOf(Number(exercise)));
  });
  const startedAt = performance.now();
  const run = await readRun(database, runId);
  await controlRun({ database, bus, executor, run, home, signal: new AbortController().signal });
  const totalMs = performance.now() - startedAt;
  const { counts, tokensIn } = await readRun(database, runId);
  const rows = await readTrials(database, runId);
  return {
    totalMs,
    spans,
    counts,
    tokensIn,
    isOnce: rows.every(({ attempts, metrics }) => attempts === 1 && metrics !== null),
  };
}

function reportOf(verdict: Verdict): TrialReport {
  const toolUsage = { read_file: { attempts: 3, failures: 1 } };
  const metrics = {
    tokensIn: 10,
    tokensOut: 1,
    tokensContext: 10,
    cacheWrites: 0,
    cacheReads: 0,
    cost: 0.01,
    turns: 1,
    duration: 1,
    toolUsage,
  };
  const tests = { expected: 1, passed: verdict === "passed" ? 1 : 0, failed: verdict === "passed" ? 0 : 1, skipped: 0 };
  const limit = verdict === "limit" ? "turns" : null;
  const toolErrors = [{ tool: "read_file", error: "no such file" }];
  return { verdict, limit, error: null, tests, metrics, toolErrors, flags: [], diff: "", gradingMs: 1 };
}

function report(bareMs: number, ours: Awaited<ReturnType<typeof controlled>>): void {
  const overheads = overheadsOf(ours.spans).toSorted((left, right) => left - right);
  const p95 = overheads[Math.floor(overheads.length * 0.95)] ?? Number.NaN;
  const count = (verdict: Verdict) =>
    Array.from({ length: trials }, (_, index) => verdictOf(index)).filter(
      (expectedVerdict) => expectedVerdict === verdict,
    ).length;
  const expected = `${count("passed")} passed, ${count("failed")} failed, ${count("limit")} limit`;
  const { counts } = ours;
  const found = `${counts.passed} passed, ${counts.failed} failed, ${counts.limit} limit`;
  const isExact = found === expected && counts.total === trials && ours.tokensIn === trials * 10 && ours.isOnce;
  const perMinute = (totalMs: number) => Math.round((trials / totalMs) * 60_000);
  printTable(`evals (${trials} trials of 100 to 250 ms, ${concurrency} at a time; the reference is the work alone)`, [
    {
      what: "counts, tokens, attempts",
      floor: expected,
      ours: found,
      figure: isExact ? "exact" : "WRONG",
      target: "exact",
      isMet: isExact,
    },
    {
      what: "from a trial's end to the next one's start, p95",
      floor: "0 ms",
      ours: ms(p95),
      figure: `median ${ms(median(overheads))}`,
      target: "≤ 300 ms",
      isMet: p95 <= 300,
    },
    {
      what: "trials per minute",
      floor: String(perMinute(bareMs)),
      ours: String(perMinute(ours.totalMs)),
      figure: `${(bareMs / ours.totalMs).toFixed(2)} ×`,
      target: "≥ 0.70 ×",
      isMet: bareMs / ours.totalMs >= 0.7,
    },
  ]);
}

/** How long each slot was empty: a start fills the slot that was free for the longest time. */
function overheadsOf(spans: readonly Span[]): number[] {
  const ends = spans.map(({ to }) => to).toSorted((left, right) => left - right);
  const starts = spans.map(({ from }) => from).toSorted((left, right) => left - right);
  return starts.slice(concurrency).map((start, index) => start - (ends[index] ?? start));
}
