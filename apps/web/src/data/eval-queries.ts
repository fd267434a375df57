import type { RouteRequest, Routes } from "@roo-code/types/api";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-client.ts";

/** A request for a run, before defaults are applied. */
export type RunRequest = RouteRequest<Routes["evals"]["create"]>["body"];

// A server without evals will not get them later.
const noRetry = { retry: false } as const;

export const suitesQuery = queryOptions({
  ...noRetry,
  queryKey: queryKeys.evals("suites"),
  queryFn: ({ signal }) => client.evals.suites({}, { signal }),
});

export const runsQuery = queryOptions({
  ...noRetry,
  queryKey: queryKeys.evals("runs"),
  queryFn: ({ signal }) => client.evals.runs({ query: { limit: 100 } }, { signal }),
});

export const runQuery = (runId: number) =>
  queryOptions({
    ...noRetry,
    queryKey: queryKeys.evals("run", runId),
    queryFn: ({ signal }) => client.evals.get({ params: { runId } }, { signal }),
  });

export const planQuery = (request: RunRequest) =>
  queryOptions({
    ...noRetry,
    queryKey: queryKeys.evals("plan", request),
    queryFn: ({ signal }) => client.evals.plan({ body: request }, { signal }),
  });

export const comparisonQuery = (a: number, b: number) =>
  queryOptions({
    ...noRetry,
    queryKey: queryKeys.evals("compare", a, b),
    queryFn: ({ signal }) => client.evals.compare({ query: { a, b } }, { signal }),
  });

export const trialQuery = (trialId: number) =>
  queryOptions({
    ...noRetry,
    queryKey: queryKeys.evals("trial", trialId),
    queryFn: ({ signal }) => client.evals.trial({ params: { trialId } }, { signal }),
  });

export const mcpBenchmarksQuery = (runId?: number) =>
  queryOptions({
    ...noRetry,
    queryKey: queryKeys.evals("mcp", runId),
    queryFn: ({ signal }) => client.evals.mcpBenchmarks({ query: runId === undefined ? {} : { runId } }, { signal }),
  });
