import { tables } from "@roo-code/store/database";
import { isNightly } from "@roo-code/testkit/nightly";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { evalRunRequestSchema, type Verdict } from "@roo-code/types";
import { eq } from "drizzle-orm";
import { array, assert, asyncProperty, constantFrom, integer, record, subarray } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiComparison, apiSummary } from "../src/api/run-results.ts";
import {
  createRun,
  defaultTerms,
  finishTrial,
  listRuns,
  openRun,
  readRun,
  readTrials,
  settleRun,
  takeTrial,
} from "../src/queue/index.ts";
import { describeRun, renderReport } from "../src/report/index.ts";
import { compareRuns, summarizeRun } from "../src/statistics/index.ts";
import { errorReport, reportWith } from "./trial-reports.ts";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

type Database = Awaited<ReturnType<TempDatabases["create"]>>;

interface GeneratedTrial {
  readonly verdict: Verdict | "waiting";
  readonly flags: readonly string[];
}

const flags = ["adds-config: own_test.go", "reads-history: git log", "exits-early: helper.go", "altered-tests: a"];
const trial = record<GeneratedTrial>({
  verdict: constantFrom("passed", "passed", "failed", "limit", "voided", "excluded", "error", "waiting"),
  flags: subarray(flags),
});
const runOf = record({
  exercises: integer({ min: 1, max: 6 }),
  iterations: integer({ min: 1, max: 3 }),
  trials: array(trial, { minLength: 18, maxLength: 18 }),
});

it("every interface reports the same pass rate of a run", async () => {
  const database = await databases.create();
  await assert(
    asyncProperty(runOf, async ({ exercises, iterations, trials }) => {
      const used = trials.slice(0, exercises * iterations);
      const runId = await recordRun(database, { exercises, iterations, trials: used });
      const passed = used.filter(({ verdict }) => verdict === "passed").length;
      const graded = used.filter(({ verdict }) => ["passed", "failed", "limit", "voided"].includes(verdict)).length;
      for (const [source, rate] of Object.entries(await ratesOf(database, runId)))
        expect({ source, rate }).toEqual({ source, rate: `${passed}/${graded}` });
      await expectOneInterval(database, runId);
    }),
    { numRuns: isNightly ? 100 : 15 },
  );
});

/** Languages alternate, so that the total is a sum over languages. */
async function recordRun(
  database: Database,
  { exercises, iterations, trials }: { exercises: number; iterations: number; trials: readonly GeneratedTrial[] },
): Promise<number> {
  const runId = await createRun(database, {
    request: evalRunRequestSchema.parse({ suite: "made-up", agent: "null", iterations }),
    model: "null",
    exercises: Array.from({ length: exercises }, (_, index) => ({
      language: index % 2 ? "go" : "rust",
      name: `e${index}`,
    })),
  });
  await openRun(database, runId);
  for (const { verdict, flags: own } of trials) {
    const lease = await takeTrial(database, { runId, holder: "a", leaseMs: 60_000 });
    if (!lease || verdict === "waiting") continue;
    const report = verdict === "error" ? errorReport : reportWith({ verdict, flags: own });
    await finishTrial(database, lease, { report, terms: { ...defaultTerms, maxErrors: 1 } });
  }
  await settleRun(database, runId);
  return runId;
}

async function ratesOf(database: Database, runId: number): Promise<Readonly<Record<string, string>>> {
  const run = await readRun(database, runId);
  const trials = await readTrials(database, runId);
  const [listed] = await listRuns(database, { limit: 1 });
  const [row] = await database.orm.select().from(tables.runs).where(eq(tables.runs.id, runId));
  const summary = summarizeRun({ run, trials });
  const api = apiSummary(summary);
  const reports = Object.fromEntries(
    (["markdown", "html", "json", "csv"] as const).map((format) => [format, renderReport([{ run, trials }], format)]),
  );
  const { counts } = run;
  const outcomes = trials.map(({ status, verdict }) => (status === "finished" ? verdict : null));
  return {
    "roo evals status": share(run.passRate),
    "the list of runs": share(listed?.passRate ?? { passed: -1, graded: -1 }),
    "the counts of a run": `${counts.passed}/${counts.passed + counts.failed + counts.limit + counts.voided}`,
    "the columns of Roo Code": `${row?.passed}/${(row?.passed ?? 0) + (row?.failed ?? 0)}`,
    "the summary of a run": share(api.overall),
    "its languages": share({
      passed: api.languages.reduce((sum, each) => sum + each.passed, 0),
      graded: api.languages.reduce((sum, each) => sum + each.graded, 0),
    }),
    "its sentence": sentenceOf(describeRun(summary)[0]),
    "the report in Markdown": sentenceOf(reports["markdown"]),
    "the report as a page": sentenceOf(reports["html"]?.replaceAll("\u00a0", " ")),
    "the report as JSON": sentenceOf(JSON.parse(reports["json"] ?? "").runs[0].summary[0]),
    "the report as CSV": share({
      passed: reports["csv"]?.match(/,finished,passed,passed,/g)?.length ?? 0,
      graded: reports["csv"]?.match(/,finished,(passed|failed|limit|voided),/g)?.length ?? 0,
    }),
    "the durations": share({
      passed: summary.durations.passed?.count ?? 0,
      graded: summary.durations.all?.count ?? 0,
    }),
    "the cells of the run's page": share({
      passed: outcomes.filter((verdict) => verdict === "passed").length,
      graded: outcomes.filter((verdict) => verdict !== null && verdict !== "error" && verdict !== "excluded").length,
    }),
  };
}

/** Summary and run have exactly the same interval, and comparisons have the run's rate. */
async function expectOneInterval(database: Database, runId: number): Promise<void> {
  const both = { run: await readRun(database, runId), trials: await readTrials(database, runId) };
  expect(apiSummary(summarizeRun(both)).overall).toEqual(both.run.passRate);
  const { overall } = compareRuns(both, both);
  expect(overall === null).toBe(both.run.passRate.graded === 0);
  const rates = overall === null ? [0] : apiComparison(both, both).exercises.flatMap(({ a }) => a ?? []);
  const { baselineRate, candidateRate } = overall ?? { baselineRate: 0, candidateRate: 0 };
  expect(baselineRate).toBe(candidateRate);
  expect(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toBeCloseTo(baselineRate, 9);
}

function share({ passed, graded }: { readonly passed: number; readonly graded: number }): string {
  return `${passed}/${graded}`;
}

function sentenceOf(text = ""): string {
  const [, passed, graded] = /(\d+) of (\d+) scored trials? passed/.exec(text) ?? [];
  return passed === undefined ? "0/0" : `${passed}/${graded}`;
}
