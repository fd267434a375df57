import type { RouteRequest, Routes } from "@roo-code/types/api";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-client.ts";

/** A run as it is asked for, before defaults. */
export type RunRequest = RouteRequest<Routes["evals"]["create"]>["body"];

// A server without evals stays one.
const once = { retry: false } as const;

export const suitesQuery = queryOptions({
  ...once,
  queryKey: queryKeys.evals("suites"),
  queryFn: ({ signal }) => client.evals.suites({}, { signal }),
});

export const runsQuery = queryOptions({
  ...once,
  queryKey: queryKeys.evals("runs"),
  queryFn: ({ signal }) => client.evals.runs({ query: { limit: 100 } }, { signal }),
});

export const runQuery = (runId: number) =>
  queryOptions({
    ...once,
    queryKey: queryKeys.evals("run", runId),
    queryFn: ({ signal }) => client.evals.get({ params: { runId } }, { signal }),
  });

export const planQuery = (request: RunRequest) =>
  queryOptions({
    ...once,
    queryKey: queryKeys.evals("plan", request),
    queryFn: ({ signal }) => client.evals.plan({ body: request }, { signal }),
  });

export const comparisonQuery = (a: number, b: number) =>
  queryOptions({
    ...once,
    queryKey: queryKeys.evals("compare", a, b),
    queryFn: ({ signal }) => client.evals.compare({ query: { a, b } }, { signal }),
  });

export const trialQuery = (trialId: number) =>
  queryOptions({
    ...once,
    queryKey: queryKeys.evals("trial", trialId),
    queryFn: ({ signal }) => client.evals.trial({ params: { trialId } }, { signal }),
  });

export const mcpBenchmarksQuery = (runId?: number) =>
  queryOptions({
    ...once,
    queryKey: queryKeys.evals("mcp", runId),
    queryFn: ({ signal }) => client.evals.mcpBenchmarks({ query: runId === undefined ? {} : { runId } }, { signal }),
  });
