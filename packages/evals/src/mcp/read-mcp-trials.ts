import { type Database, tables } from "@roo-code/store/database";
import { isScored, type McpRows } from "@roo-code/types";
import { asc, inArray } from "drizzle-orm";
import { readRun, readTrials } from "../queue/index.ts";
import type { McpIntent, McpTrial } from "../statistics/index.ts";
import { officeIntents } from "./office-intents.ts";

const { mcpConnectionEvents, mcpResourceEvents, mcpRetrievalBenchmarks, mcpRetrievalCalls } = tables;

/** The use of MCP servers in runs. A run's setting `mcpServer` names the benchmarked one; runs without it are skipped. */
export async function readMcpTrials(database: Database, runIds: readonly number[]): Promise<McpTrial[]> {
  const found: McpTrial[] = [];
  for (const runId of runIds) {
    const { request } = await readRun(database, runId);
    const { mcpServer: server } = request.settings;
    if (typeof server !== "string") continue;
    const trials = (await readTrials(database, runId)).filter(({ status }) => status === "finished");
    const rows = await readRows(
      database,
      trials.map(({ id }) => id),
    );
    for (const trial of trials) {
      const { id, language, exercise, verdict, metrics } = trial;
      const intent = intentOf(server, { language, exercise });
      const succeeded = isScored(trial) ? verdict === "passed" : null;
      found.push({ server, intent, succeeded, rows: rows(id), cost: metrics?.cost ?? null });
    }
  }
  return found;
}

function intentOf(
  server: string,
  { language, exercise }: { readonly language: string; readonly exercise: string },
): McpIntent {
  const id = `${language}/${exercise}`;
  const known = language === "mcp" ? officeIntents.find((intent) => intent.id === exercise) : undefined;
  if (known === undefined) return { id, text: exercise, gold: {} };
  const tools = [...new Set(known.calls.map(({ tool }) => tool))];
  return { id, text: known.text, gold: { [server]: { tools, minimumSteps: known.calls.length } } };
}

/** Reads the rows of all trials, with one query per table. */
async function readRows({ orm }: Database, trialIds: readonly number[]): Promise<(trialId: number) => McpRows> {
  if (trialIds.length === 0) return () => ({ connections: [], resources: [], benchmarks: [] });
  const ids = [...trialIds];
  const connections = await orm.select().from(mcpConnectionEvents).where(inArray(mcpConnectionEvents.taskId, ids));
  const resources = await orm.select().from(mcpResourceEvents).where(inArray(mcpResourceEvents.taskId, ids));
  const benchmarks = await orm.select().from(mcpRetrievalBenchmarks).where(inArray(mcpRetrievalBenchmarks.taskId, ids));
  const calls = await callsOf(
    orm,
    benchmarks.map(({ id }) => id),
  );
  return (trialId) => ({
    connections: connections.filter(({ taskId }) => taskId === trialId).map(stamped),
    resources: resources.filter(({ taskId }) => taskId === trialId).map(stamped),
    benchmarks: benchmarks
      .filter(({ taskId }) => taskId === trialId)
      .map((row) => ({ ...row, calls: calls.filter(({ benchmarkId }) => benchmarkId === row.id).map(stamped) })),
  });
}

async function callsOf(orm: Database["orm"], benchmarkIds: number[]) {
  if (benchmarkIds.length === 0) return [];
  return orm
    .select()
    .from(mcpRetrievalCalls)
    .where(inArray(mcpRetrievalCalls.benchmarkId, benchmarkIds))
    .orderBy(asc(mcpRetrievalCalls.benchmarkId), asc(mcpRetrievalCalls.stepNumber));
}

function stamped<Row extends { readonly createdAt: string }>(row: Row): Row & { readonly at: string } {
  return { ...row, at: row.createdAt };
}
