import { Readable } from "node:stream";
import { apiComparison, apiSummary, builtinSuites, describeSuite, loadSuite, selectExercises } from "@roo-code/evals";
import { RooError } from "@roo-code/types";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

// Loaded on demand: PostgreSQL's client, statistics and charts would slow down the start.
const control = () => import("@roo-code/evals/control");
const statistics = () => import("@roo-code/evals/statistics");
const reports = () => import("@roo-code/evals/report");

const maxRuns = 500;
const contentTypes = { markdown: "text/markdown", json: "application/json", html: "text/html", csv: "text/csv" };
const endings = { markdown: "md", json: "json", html: "html", csv: "csv" };

export function evalHandlers({ database, evals }: Services): Handlers<"evals"> {
  const runWithTrials = async (runId: number) => {
    const { readRun, readTrials } = await control();
    return database.use(async (open) => ({
      run: await readRun(open, runId),
      trials: await readTrials(open, runId),
    }));
  };

  return {
    async suites({ query: { suite } }) {
      const names = suite === undefined ? builtinSuites.map(({ name }) => name) : [suite];
      return { suites: await Promise.all(names.map(async (name) => describeSuite(await loadSuite(name)))) };
    },
    async runs({ query: { limit, cursor } }) {
      const { listRuns } = await control();
      const runs = await database.use((open) => listRuns(open, { limit, before: beforeOf(cursor) }));
      const last = runs.at(-1);
      return { runs, next: runs.length === limit && last ? String(last.id) : null };
    },
    async plan({ body }) {
      const chosen = selectExercises(await loadSuite(body.suite), body);
      const { length } = chosen.filter(({ passesUntouched }) => !passesUntouched);
      const [{ planRun }, { describePlan }] = await Promise.all([statistics(), reports()]);
      const plan = planRun({ exercises: length, iterations: body.iterations });
      const smallestDifference = plan.detectable === null ? null : plan.detectable * 100;
      return { trials: plan.trials, smallestDifference, sentence: describePlan(plan).join(" ") };
    },
    async create({ body }) {
      return evals.create(body);
    },
    async get({ params }) {
      const { run, trials } = await runWithTrials(params.runId);
      const { summarizeRun } = await statistics();
      return { run, trials, summary: apiSummary(summarizeRun({ run, trials })) };
    },
    async watch({ params: { runId } }, { signal }) {
      const { readRun, watchRun } = await control();
      const bus = await evals.bus();
      return database.use(async (open) => {
        // Fails with `unknown_run` before the stream starts.
        await readRun(open, runId);
        return watchRun({ database: open, bus, runId, signal });
      });
    },
    async cancel({ params: { runId } }) {
      const { readRun, stopRun } = await control();
      return database.use(async (open) => {
        await stopRun(open, runId);
        return readRun(open, runId);
      });
    },
    async resume({ params: { runId } }) {
      return evals.resume(runId);
    },
    async remove({ params: { runId } }) {
      await evals.remove(runId);
      return {};
    },
    async compare({ query: { a, b } }) {
      return apiComparison(await runWithTrials(a), await runWithTrials(b));
    },
    async trial({ params: { trialId } }) {
      const { readTrial, readTrialFiles } = await control();
      const { trial, diff, artifacts } = await database.use((open) => readTrial(open, trialId));
      const { events, ...files } = await readTrialFiles(artifacts);
      return { trial, diff, ...files, events: [...events] };
    },
    async report({ params: { runId }, query: { format } }) {
      const { renderReport } = await reports();
      const text = renderReport([await runWithTrials(runId)], format);
      const contentType = `${contentTypes[format]}; charset=utf-8`;
      return { stream: Readable.from([Buffer.from(text)]), contentType, fileName: `run-${runId}.${endings[format]}` };
    },
    async mcpBenchmarks({ query: { runId } }) {
      const { apiMcpBenchmarks, listRuns, readMcpTrials } = await control();
      const trials = await database.use(async (open) => {
        const ids =
          runId === undefined
            ? (await listRuns(open, { limit: maxRuns })).filter(hasServer).map(({ id }) => id)
            : [runId];
        return readMcpTrials(open, ids);
      });
      return { servers: apiMcpBenchmarks(trials) };
    },
  };
}

/** Whether a run is about an MCP server. */
function hasServer({
  request,
}: {
  readonly request: { readonly settings: Readonly<Record<string, unknown>> };
}): boolean {
  return typeof request.settings["mcpServer"] === "string";
}

function beforeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new RooError({ code: "bad_request", message: "Invalid cursor." });
}
